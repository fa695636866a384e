import Domain

/// Something in the data folder that isn't as it should be, found by `spotter admin check`. Holds ids and numbers, never
/// what people wrote.
public struct DataFault: Sendable, Hashable, Codable, CustomStringConvertible {
    /// What was checked, as `media`.
    public let area: String
    /// What is wrong, in one line.
    public let text: String

    public init(_ area: String, _ text: String) {
        self.area = area
        self.text = text.split(whereSeparator: \.isNewline).joined(separator: "; ")
    }

    public var description: String { "\(area): \(text)" }
}

extension [DataFault] {
    /// How many faults of one kind are listed; the rest is only counted.
    public static let maxListed = 100

    /// The faults that `body` finds, or one that says why it couldn't look.
    public static func collecting(_ area: String, _ body: () async throws -> [String]) async -> [DataFault] {
        do {
            let texts = try await body()
            let listed = texts.prefix(maxListed).map { DataFault(area, $0) }
            let rest = texts.count - listed.count
            return rest > 0 ? listed + [DataFault(area, "and \(rest) more")] : listed
        } catch {
            return [DataFault(area, "can't be checked: \(ErrorText.of(error))")]
        }
    }
}

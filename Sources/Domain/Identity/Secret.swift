/// A password, token or key. It prints as `<secret>`, whatever prints it; `reveal()` marks each place that needs the text.
public struct Secret: Sendable, Hashable {
    private let text: String

    public init(_ text: String) { self.text = text }
    public func reveal() -> String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<secret>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Decodable, so that a request body can carry one. Encodable only where an answer hands it to its owner.
extension Secret: Codable {
    public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

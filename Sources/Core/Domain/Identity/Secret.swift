/// A password, token or key. However it is printed, it appears as `<secret>`; `reveal()` marks every place that needs
/// the text.
///
/// ```swift
/// let password = Secret("correct horse")
/// "\(password)"  // <secret>
/// ```
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

/// Decodable for request bodies that carry a secret. Encoded only in responses to its owner.
extension Secret: Codable {
    public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

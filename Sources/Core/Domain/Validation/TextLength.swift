/// How long a text may be. One character can be any number of bytes, so both are bounded: at most four bytes for each
/// character that is allowed.
///
/// ```swift
/// TextLength(1...50).admits("Zoë")  // true
/// ```
public struct TextLength: Sendable, Hashable {
    public let characters: ClosedRange<Int>

    public init(_ characters: ClosedRange<Int>) { self.characters = characters }

    public var maxBytes: Int { 4 * characters.upperBound }

    /// Whether a text is within the bounds. Costs no more than its first `maxBytes` bytes do.
    public func admits(_ text: String) -> Bool {
        text.utf8.count <= maxBytes && characters.contains(text.count)
    }

    /// The beginning of a text, as much as is allowed.
    public func prefix(of text: String) -> String {
        guard text.utf8.count > characters.upperBound else { return text }
        // Cut by bytes first: counting the characters of a long text takes long.
        var end = text.utf8.index(text.startIndex, offsetBy: maxBytes, limitedBy: text.endIndex) ?? text.endIndex
        while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        return String(text[..<end].prefix(characters.upperBound))
    }
}

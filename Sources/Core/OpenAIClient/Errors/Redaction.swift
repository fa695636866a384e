public import Domain

/// Makes a server's own words fit to be shown: without the key, without control characters, and short.
public struct Redaction: Sendable {
    private let key: Secret?
    private let maxLength: Int

    public init(key: Secret?, maxLength: Int = 300) {
        self.key = key
        self.maxLength = maxLength
    }

    /// `: “…”`, or a full stop if there is nothing to quote.
    public func quote(_ text: String) -> String {
        let clean = clean(text)
        return clean.isEmpty ? "." : ": “\(clean)”"
    }

    public func clean(_ text: String) -> String {
        var text = text
        if let key = key?.reveal(), !key.isEmpty { text = text.replacing(key, with: "…") }
        let words = text.split {
            $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        let line = words.joined(separator: " ")
        return line.count <= maxLength ? line : line.prefix(maxLength) + "…"
    }
}

import Domain

/// Makes a server's own words fit to be shown: without the key, without control characters, and short.
struct Redaction: Sendable {
    let key: Secret?
    var maxLength = 300

    /// `: “…”`, or a full stop where there is nothing to quote.
    func quote(_ text: String) -> String {
        let clean = clean(text)
        return clean.isEmpty ? "." : ": “\(clean)”"
    }

    func clean(_ text: String) -> String {
        var text = text
        if let key = key?.reveal(), !key.isEmpty { text = text.replacing(key, with: "…") }
        let words = text.split {
            $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        let line = words.joined(separator: " ")
        return line.count <= maxLength ? line : line.prefix(maxLength) + "…"
    }
}

public import Domain

/// One line about a message, for lists and quotes: its text, or what it is without one.
public enum MessagePreview {
    public static func text(of message: Message) -> String {
        guard message.deletedAt == nil else { return "(deleted)" }
        let text = TerminalText.line(message.text).trimmed
        guard text.isEmpty else { return text }
        if let heard = message.transcript?.text, !heard.isEmpty { return "🎤 “\(TerminalText.line(heard).trimmed)”" }
        return files(message.media.map { ($0.fileName, $0.kind) })
    }

    /// - Parameter media: names and kinds.
    static func files(_ media: [(name: String, kind: MediaKind)]) -> String {
        guard let first = media.first else { return "(empty)" }
        let pictures = media.allSatisfy { $0.kind == .image }
        if media.count > 1 { return pictures ? "📷 \(media.count) photos" : "📎 \(media.count) files" }
        return "\(first.kind == .image ? "📷" : "📎") \(TerminalText.line(first.name))"
    }
}

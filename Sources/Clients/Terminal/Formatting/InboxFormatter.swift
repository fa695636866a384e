public import Domain

/// Who waits for an answer, as a numbered list.
public enum InboxFormatter {
    public static func lines(_ items: [InboxItem], chats: [Chat], now: Timestamp) -> [String] {
        let names = Dictionary(chats.map { ($0.id, $0.name) }) { first, _ in first }
        return items.enumerated().map { index, item in
            let name = TerminalText.line(names[item.chatId] ?? "?")
            let text = TerminalText.line(String(item.lastMessage.text.prefix(60)))
            let snoozed = item.snoozedUntil.map { "  (snoozed until \(LocalTime().dateTime($0)))" } ?? ""
            let preview = text.isEmpty ? "[file]" : text
            return "\(index + 1)  \(waited(since: item.waitingSince, now: now))  \(name): \(preview)\(snoozed)"
        }
    }

    /// `3 days`, `2 h`, `5 min`.
    static func waited(since start: Timestamp, now: Timestamp) -> String {
        let minutes = max(0, now.milliseconds(since: start) / 60_000)
        switch minutes {
        case ..<60: return "\(minutes) min"
        case ..<2880: return "\(minutes / 60) h"
        default: return "\(minutes / 1440) days"
        }
    }
}

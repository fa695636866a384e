public import Domain

/// Scheduled messages for people, in the local time zone.
public enum ScheduleFormatter {
    /// After one was scheduled or changed.
    public static func made(_ message: ScheduledMessage, for name: String, time: LocalTime = LocalTime()) -> String {
        var line = "✓ goes to \(TerminalText.line(name)) on \(time.dateTime(message.dueAt))"
        if message.dueAt != message.sendAt { line += ", after quiet hours" }
        if let rule = message.rrule { line += ", then \(TerminalText.line(rule)) on the clock of \(message.zone)" }
        if message.stopOnReply { line += ", until somebody answers" }
        return line
    }

    /// A numbered list.
    public static func lines(_ list: [ScheduledMessage], chats: [Chat], time: LocalTime = LocalTime()) -> [String] {
        let names = Dictionary(chats.map { ($0.id, $0.name) }) { first, _ in first }
        return list.enumerated().map { index, message in
            let name = TerminalText.line(names[message.chatId] ?? "a chat that you have left")
            let text = TerminalText.line(String(message.text.prefix(60)))
            return "\(index + 1)  \(state(message, time))  \(name): \(text)"
        }
    }

    private static func state(_ message: ScheduledMessage, _ time: LocalTime) -> String {
        switch message.state {
        case .scheduled:
            time.dateTime(message.dueAt) + (message.rrule.map { " (\(TerminalText.line($0)))" } ?? "")
                + (message.stopOnReply ? " unless answered" : "")
        case .sent: "sent " + (message.sentAt.map { time.dateTime($0) } ?? "")
        case .stopped: "stopped by an answer"
        case .failed: "NOT SENT: " + TerminalText.line(message.failure?.message ?? "")
        }
    }
}

public import Domain

/// Says how often a rule of RFC 5545 repeats, such as `every week on Mon`; `nil` if it can't be read. Only the program
/// that has the calendar's rules can.
public typealias RuleWords = @Sendable (String) -> String?

/// Scheduled messages for people, in the local time zone.
public enum ScheduleFormatter {
    /// After one was scheduled or changed.
    public static func made(
        _ message: ScheduledMessage,
        for name: String,
        time: LocalTime = LocalTime(),
        rule words: RuleWords
    ) -> String {
        var line = "✓ goes to \(TerminalText.line(name)) on \(time.dateTime(message.dueAt))"
        if message.dueAt != message.sendAt { line += ", after quiet hours" }
        if let rule = message.rrule { line += ", then \(often(rule, words)), by the clock of \(message.zone)" }
        if message.stopOnReply { line += ", until somebody answers" }
        return line
    }

    /// A numbered list.
    public static func lines(
        _ list: [ScheduledMessage],
        chats: [Chat],
        time: LocalTime = LocalTime(),
        rule words: RuleWords
    ) -> [String] {
        let names = Dictionary(chats.map { ($0.id, $0.name) }) { first, _ in first }
        return list.enumerated().map { index, message in
            let name = TerminalText.line(names[message.chatId] ?? "a chat that you have left")
            let text = TerminalText.line(String(message.text.prefix(60)))
            return "\(index + 1)  \(state(message, time, words))  \(name): \(text)"
        }
    }

    private static func often(_ rule: String, _ words: RuleWords) -> String { words(rule) ?? "again and again" }

    private static func state(_ message: ScheduledMessage, _ time: LocalTime, _ words: RuleWords) -> String {
        switch message.state {
        case .scheduled:
            time.dateTime(message.dueAt) + (message.rrule.map { " (\(often($0, words)))" } ?? "")
                + (message.stopOnReply ? " unless answered" : "")
        case .sent: "sent " + (message.sentAt.map { time.dateTime($0) } ?? "")
        case .stopped: "stopped by an answer"
        case .failed: "NOT SENT: " + TerminalText.line(message.failure?.message ?? "")
        }
    }
}

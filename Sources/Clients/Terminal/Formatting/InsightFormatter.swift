public import Domain
public import SpotterAPI

/// What there is to do in a chat, with the numbers by which commands refer to tasks.
public enum InsightFormatter {
    public static func lines(
        _ insights: ChatInsights,
        me: UserID,
        now: Timestamp,
        time: LocalTime,
        style: Style
    ) -> [String] {
        var lines: [String] = []
        if let pressing = pressing(insights.priority, now: now) { lines.append(style.bold(pressing)) }
        if insights.actionItems.isEmpty { lines.append("Nothing to do.") }
        for (index, item) in insights.actionItems.enumerated() {
            let number = String(repeating: " ", count: max(0, 3 - String(index + 1).count)) + String(index + 1)
            let line = "\(number)  \(item.done ? "✓" : "·") \(task(item, me: me, now: now, time: time))"
            lines.append(item.done ? style.dim(line) : line)
        }
        if !insights.decisions.isEmpty { lines.append("Decided:") }
        for decision in insights.decisions {
            lines.append("  \(time.day(decision.decidedAt))  \(TerminalText.line(decision.text))")
        }
        if let meeting = insights.meeting {
            lines.append("Asks to meet: \(TerminalText.line(meeting.citation.quote))")
        }
        return lines
    }

    /// `Sara: order the bands, by Friday`.
    static func task(_ item: ActionItem, me: UserID, now: Timestamp, time: LocalTime) -> String {
        let doer = item.doer.userId == me ? "you" : TerminalText.line(item.doer.name)
        let text = TerminalText.line(item.text)
        guard let due = item.due else { return "\(doer): \(text)" }
        let day = due.at.map { time.moment($0, now: now) } ?? due.date
        let late = !item.done && due.endsAt <= now ? ", late" : ""
        return "\(doer): \(text) (\(day)\(late))"
    }

    private static func pressing(_ priority: Priority, now: Timestamp) -> String? {
        guard priority.level == .urgent || priority.level == .high else { return nil }
        let waiting = priority.waitingSince.map { ", waiting for \(InboxFormatter.waited(since: $0, now: now))" } ?? ""
        let quote = priority.citation.map { ": \(TerminalText.line($0.quote))" } ?? ""
        return "\(priority.level.rawValue.uppercased())\(waiting)\(quote)"
    }
}

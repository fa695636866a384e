public import Domain

/// Formats reminders, one per line, with the number by which commands refer to it.
public enum ReminderFormatter {
    /// Those that aren't done, by due time: the order of the numbers.
    public static func open(_ reminders: [Reminder]) -> [Reminder] { reminders.filter { !$0.completed } }

    public static func lines(_ reminders: [Reminder], now: Timestamp, time: LocalTime, style: Style) -> [String] {
        let open = open(reminders)
        guard !open.isEmpty else { return ["No reminders. `spotter remind \"tomorrow at 9\" \"…\"` sets one."] }
        return open.enumerated().map { index, reminder in
            let number = String(repeating: " ", count: max(0, 3 - String(index + 1).count)) + String(index + 1)
            let due = time.moment(reminder.dueAt, now: now)
            let isOverdue = reminder.dueAt <= now
            let rest = reminder.recurrence == nil ? "" : style.dim("  (recurring)")
            let moment = isOverdue ? style.bold("\(due) (due)") : due
            return "\(number)  \(moment)  \(TerminalText.line(reminder.text))\(rest)"
        }
    }
}

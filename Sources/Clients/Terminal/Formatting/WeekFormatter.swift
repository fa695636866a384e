public import Domain
public import SpotterAPI

/// A trainer's weekly page, with the numbers by which commands refer to its reasons: `2.1` is the first of the second
/// client, `r1` the first reminder.
public enum WeekFormatter {
    public static func lines(_ page: WeekPage, now: Timestamp, time: LocalTime, style: Style) -> [String] {
        let last = time.day(page.until.adding(milliseconds: -1))
        var lines = [style.bold("Your week: \(time.day(page.since)) to \(last)")]
        lines.append(style.dim(sessions(page.sessions)))
        if page.people.isEmpty { lines.append("Nobody needs you.") }
        for (index, person) in page.people.enumerated() {
            lines.append("")
            lines.append("\(index + 1)  \(style.bold(TerminalText.line(person.displayName)))")
            for (position, reason) in person.reasons.enumerated() {
                let number = "\(index + 1).\(position + 1)"
                lines.append("   \(number)  \(TerminalText.line(reason.text))\(drafts(reason, style))")
                lines += reason.citations.map { "        \(quote($0, time, style))" }
            }
            if person.moreReasons > 0 { lines.append("        and \(person.moreReasons) more") }
            lines += person.sessions.map { "        \(session($0, now: now, time: time, style: style))" }
        }
        if page.morePeople > 0 { lines += ["", "and \(page.morePeople) more"] }
        if !page.reminders.isEmpty { lines += ["", style.bold("You promised:")] }
        for (index, reminder) in page.reminders.enumerated() {
            let due = time.moment(reminder.dueAt, now: now)
            lines.append("   r\(index + 1)  remind \(due): \(TerminalText.line(reminder.text))")
            lines.append("        \(quote(reminder.citation, time, style))")
        }
        return lines
    }

    /// Whether and when one is told of the page.
    public static func line(_ settings: ProactiveSettingsResponse, now: Timestamp, time: LocalTime) -> String {
        guard settings.proactive.weekly else { return "You aren't told when the page is ready." }
        let hour = settings.proactive.hour
        let when = "\(settings.proactive.weekday.rawValue) \(hour < 10 ? "0" : "")\(hour):00"
        let next = settings.nextAt.map { ", next \(time.moment($0, now: now))" } ?? ""
        return "You are told every \(when) that the page is ready\(next)."
    }

    /// The reason that a number means; `nil` if there is none.
    public static func reason(_ number: String, of page: WeekPage) -> WeekReasonID? {
        if number.hasPrefix("r") {
            let index = Int(number.dropFirst()).map { $0 - 1 } ?? -1
            return page.reminders.indices.contains(index) ? page.reminders[index].reasonId : nil
        }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(parts.count), let person = parts[0].map({ $0 - 1 }),
            page.people.indices.contains(person)
        else { return nil }
        let reasons = page.people[person].reasons
        let position = parts.count == 1 ? 0 : (parts[1] ?? 0) - 1
        return reasons.indices.contains(position) ? reasons[position].id : nil
    }

    static func sessions(_ counts: WeekSessionCounts) -> String {
        "Sessions: \(counts.held) held, \(counts.cancelled) cancelled, \(counts.moved) moved, \(counts.coming) coming"
    }

    private static func drafts(_ reason: WeekReason, _ style: Style) -> String {
        let kinds = reason.drafts.map(\.rawValue).joined(separator: ", ")
        return kinds.isEmpty ? "" : style.dim("  [\(kinds)]")
    }

    private static func quote(_ citation: Citation, _ time: LocalTime, _ style: Style) -> String {
        let head = style.dim("\(TerminalText.line(citation.senderName)), \(time.dateTime(citation.sentAt)):")
        return "\(head) “\(DisplayWidth.truncate(TerminalText.line(citation.quote), to: 120))”"
    }

    static func session(_ session: WeekSession, now: Timestamp, time: LocalTime, style: Style) -> String {
        let before = session.movedFrom.map { ", was \(time.moment($0, now: now))" } ?? ""
        let start = time.moment(session.startsAt, now: now)
        return style.dim("\(session.state.rawValue): \(start)  \(TerminalText.line(session.title))\(before)")
    }
}

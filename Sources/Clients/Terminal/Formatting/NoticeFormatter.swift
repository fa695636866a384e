public import Domain

/// Formats a due reminder, a changed appointment or a trainer's request as one line.
public enum NoticeFormatter {
    /// A reminder that is shown later than this says when it was due.
    private static let lateSeconds: Int64 = 120

    public static func line(_ notice: Notice, now: Timestamp, time: LocalTime, style: Style) -> String {
        let text = TerminalText.line(notice.text)
        let start = time.moment(notice.startsAt, now: now)
        switch notice.kind {
        case .reminderDue:
            let isLate = now.milliseconds(since: notice.startsAt) > lateSeconds * 1000
            return "⏰ \(style.bold("Reminder:")) \(text)" + (isLate ? style.dim(" (was due \(start))") : "")
        case .eventCreated: return "📅 \(style.bold("New:")) \(text)\(with(notice)), \(start)\(place(notice))"
        case .eventMoved:
            let before = notice.previousStartsAt.map { style.dim(" (was \(time.moment($0, now: now)))") } ?? ""
            return "📅 \(text)\(with(notice)) moved to \(style.bold(start))\(place(notice))\(before)"
        case .eventRelocated:
            let place =
                notice.location.map { "at \(style.bold(TerminalText.line($0)))" } ?? style.bold("without a place")
            return "📅 \(text)\(with(notice)) on \(start) is now \(place)"
        case .weekReady: return "📋 \(style.bold("Your week:")) \(text)" + style.dim("  (spotter week)")
        case .measureAlert:
            let name = notice.with.first.map { style.bold("\(TerminalText.line($0)):") + " " } ?? ""
            return "📈 \(name)\(text)" + style.dim("  (spotter progress)")
        case .eventCancelled: return "📅 \(text)\(with(notice)) on \(start) is \(style.bold("cancelled"))"
        }
    }

    /// What may be seen on a locked screen: none of its words.
    static func headline(of kind: Notice.Kind) -> String {
        switch kind {
        case .reminderDue: "A reminder is due"
        case .eventCreated, .eventMoved, .eventRelocated, .eventCancelled: "An appointment has changed"
        case .weekReady: "Your week is ready"
        case .measureAlert: "A client's value is worth a look"
        }
    }

    /// A trainer's request, and what answers it.
    public static func line(_ request: ReceivedContactRequest, style: Style) -> String {
        let name = TerminalText.line(request.displayName)
        let first = name.split(separator: " ").first.map { $0.lowercased() } ?? "name"
        return "👋 \(style.bold(name)) asks to be your trainer: \(style.bold("/accept \(first)")), or "
            + "`spotter contacts --decline \(first)`"
    }

    private static func place(_ notice: Notice) -> String {
        notice.location.map { ", \(TerminalText.line($0))" } ?? ""
    }

    /// The other side's name, if the title doesn't say it.
    private static func with(_ notice: Notice) -> String {
        let names = notice.with.filter { !notice.text.contains($0) }.map(TerminalText.line)
        return names.isEmpty ? "" : " with \(names.joined(separator: ", "))"
    }
}

import ArgumentParser
import Domain
import Scheduling
import Terminal
import TimeExpressions

/// When somebody wants to be reminded, from words or an RFC 3339 time. A day without a time means nine in the morning.
struct ReminderTime {
    let dueAt: Timestamp
    /// An `RRULE` value; `nil` for once.
    let recurrence: String?

    /// - Throws: `ValidationError` if the words aren't a time.
    init(_ text: String, now: Timestamp, _ time: LocalTime) throws {
        if let exact = Timestamp(rfc3339: text) {
            (dueAt, recurrence) = (exact, nil)
            return
        }
        let parser = TimeExpressionParser(now: now, timeZone: time.zone)
        for phrase in [text, "\(text) at 9am"] {
            let reading = parser.parse(phrase)
            switch reading.kind {
            case .instant:
                guard let start = reading.startsAt else { break }
                (dueAt, recurrence) = (start, nil)
                return
            case .recurrence where reading.statesClockTime:
                guard let start = reading.startsAt, let rule = reading.rrule else { break }
                (dueAt, recurrence) = (start, rule)
                return
            case .duration:
                guard let minutes = reading.minutes else { break }
                (dueAt, recurrence) = (now.adding(minutes: Int64(minutes)), nil)
                return
            default: break
            }
        }
        throw ValidationError("'\(TerminalText.line(text))' isn't a time such as \"tomorrow at 9\".")
    }
}

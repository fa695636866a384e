import Domain
import Foundation
import Scheduling
import TimeExpressions

/// A requested time after parsing.
enum RequestedMoment {
    /// `minutes` is set if a length or an end was named too. `recurrence` is an `RRULE` whose first occurrence this is.
    case at(Timestamp, minutes: Int?, recurrence: String?, doubts: [TimeDoubt] = [])
    case missing
    /// A day or a part of one, but no clock time.
    case onlyDay(Timestamp)
    case unclear(String)
    /// "Between 2 and 4", "after 6pm": limits of a time that isn't chosen yet.
    case window(String)
    /// "9am his time", without a zone of that person.
    case unknownZone(String)
    case past(Timestamp)

    /// - Parameter ownerZone: the zone of the person whose time may be meant: "9am his time".
    init(_ time: ToolRequest.Time?, clock: LocalClock, locale: String, now: Timestamp, ownerZone: String? = nil) {
        switch time {
        case nil: self = .missing
        case .instant(let instant)?: self = .at(instant, minutes: nil, recurrence: nil)
        case .local(let text)?:
            if let instant = clock.instant(iso: text.trimmed) ?? Timestamp(rfc3339: text.trimmed) {
                self = .at(instant, minutes: nil, recurrence: nil)
            } else {
                // Models sometimes give words although an ISO time was requested.
                self = Self(words: text, clock: clock, locale: locale, now: now, ownerZone: ownerZone)
            }
        case .expression(let text)?:
            self = Self(words: text, clock: clock, locale: locale, now: now, ownerZone: ownerZone)
        }
        if case .at(let instant, _, _, _) = self, instant <= now { self = .past(instant) }
    }

    private init(words: String, clock: LocalClock, locale: String, now: Timestamp, ownerZone: String?) {
        let read = Self.reading(of: words, clock: clock, locale: locale, now: now, ownerZone: ownerZone)
        guard let reading = read else {
            self = words.trimmed.isEmpty ? .missing : .unclear(words.trimmed)
            return
        }
        // A recurrence without a rule was too vague: "twice a week".
        guard let start = reading.startsAt, reading.kind != .recurrence || reading.rrule != nil else {
            self = .unclear(words.trimmed)
            return
        }
        if let owner = reading.zoneOwner, ownerZone.flatMap({ TimeZone(identifier: $0) }) == nil {
            self = .unknownZone(owner.possessive)
            return
        }
        if reading.isWindow {
            self = .window(words.trimmed)
            return
        }
        switch reading.kind {
        case .instant, .interval, .recurrence:
            guard reading.statesClockTime else {
                self = .onlyDay(start)
                return
            }
            self = .at(
                start,
                minutes: reading.kind == .recurrence ? nil : reading.durationMinutes,
                recurrence: reading.rrule,
                doubts: reading.doubts
            )
        case .date: self = .onlyDay(start)
        case .duration, .none: self = .unclear(words.trimmed)
        }
    }

    /// The reading of the whole text, or of the only time in it that names a point.
    static func reading(
        of words: String,
        clock: LocalClock,
        locale: String,
        now: Timestamp,
        ownerZone: String? = nil
    ) -> ParsedTime? {
        let parser = TimeExpressionParser(
            now: now,
            timeZone: clock.timeZone,
            locale: locale,
            ownerZone: ownerZone.flatMap { TimeZone(identifier: $0) }
        )
        let whole = parser.parse(words)
        if whole.kind != .none { return whole }
        let found = parser.find(in: words).map(\.reading).filter { $0.startsAt != nil }
        return found.count == 1 ? found.first : nil
    }
}

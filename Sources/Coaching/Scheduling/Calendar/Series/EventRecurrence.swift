import Domain
import Foundation

/// When recurring events take place: a rule on the clock of a zone, from the first event on.
struct EventRecurrence {
    let rule: RecurrenceRule
    let clock: LocalClock
    let firstAt: Timestamp

    /// - Throws: `invalid_request` if it isn't a rule for events, or no zone.
    init(rule text: String, zone: String, firstAt: Timestamp) throws {
        let rule: RecurrenceRule
        do {
            rule = try RecurrenceRule(reading: text)
        } catch {
            throw SpotterError.invalid("\(Self.refusal) '\(error.part)' isn't supported.")
        }
        guard rule.fitsEvents else { throw SpotterError.invalid(Self.refusal) }
        guard let clock = LocalClock(identifier: zone) else {
            throw SpotterError.invalid("zone must be an IANA time zone, such as Europe/Stockholm.")
        }
        (self.rule, self.clock, self.firstAt) = (rule, clock, firstAt)
    }

    private static let refusal =
        "rrule must be an RRULE of days, weeks, months or years, such as FREQ=WEEKLY;BYDAY=TU,TH."

    /// Occurrences after an instant, up to and including another, and whether the rule has more after those.
    func occurrences(
        after start: Timestamp,
        until end: Timestamp,
        max: Int
    ) -> (instants: [Timestamp], hasMore: Bool) {
        rule.occurrences(after: start, until: end, startingAt: firstAt, clock: clock, max: max)
    }

    func has(_ instant: Timestamp) -> Bool {
        occurrences(after: instant.adding(milliseconds: -1), until: instant, max: 1).instants.first == instant
    }

    /// How many occurrences are before an instant.
    func count(before instant: Timestamp) -> Int {
        occurrences(after: firstAt.adding(milliseconds: -1), until: instant.adding(milliseconds: -1), max: 100_000)
            .instants.count
    }
}

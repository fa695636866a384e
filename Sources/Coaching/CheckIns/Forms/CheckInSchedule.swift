import Accounts
import Domain
import Scheduling
import SpotterAPI
import Storage

/// When a check-in is asked first, and how it recurs, as a request says it.
struct CheckInSchedule: Sendable {
    /// `YYYY-MM-DDTHH:MM` of a wall clock.
    var startsAt: String?
    /// Words such as `every Sunday at 18:00`, in place of the other two.
    var words: String?
    var rrule: String?

    /// The wall clock of the first time, and the rule.
    /// - Parameter zone: the zone of the wall clock; `nil` for each client's own.
    /// - Throws: `invalid_request` if it isn't a time ahead on the trainer's clock, or recurs too often.
    func resolved(
        zone: String?,
        for trainer: UserID,
        after now: Timestamp,
        on connection: any SQLConnection
    ) throws -> (day: Int, second: Int, rrule: String?) {
        let start: NewScheduledMessage.Start
        switch (startsAt, words) {
        case (let local?, nil): start = .local(local)
        case (nil, let words?): start = .words(words)
        default: throw SpotterError.invalid("Give one of startsAt and when.")
        }
        let own = try User.timezone(of: trainer, on: connection) ?? "UTC"
        let clock = LocalClock(identifier: zone ?? own) ?? .utc
        let resolved = try ScheduledStart(
            start,
            rrule: rrule,
            clock: clock,
            own: clock,
            locale: try Profile.locale(of: trainer, on: connection) ?? LocaleTag.usual(in: own),
            after: now
        )
        let local = clock.local(resolved.instant)
        return (local.day.number, local.second - local.second % 60, resolved.rrule)
    }
}

extension CheckInRow {
    /// The plan of a client who is asked from now on.
    func plan(for client: UserID, at now: Timestamp, on connection: any SQLConnection) throws -> RecurringPlan {
        let zone = try zone ?? User.timezone(of: client, on: connection) ?? "UTC"
        var plan = RecurringPlan(
            rrule: rrule,
            zone: zone,
            startDay: startDay,
            startSecond: startSecond,
            next: now
        )
        // The first time may have passed on the client's clock already. If the check-in recurs, they are asked at its
        // next time, otherwise at once.
        plan.next = plan.start > now ? plan.start : plan.occurrence(after: now) ?? plan.start
        return plan
    }
}

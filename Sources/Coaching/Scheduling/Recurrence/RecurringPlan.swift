package import Domain

/// When something is done once or again and again on a wall clock, and how far that has come. Pure.
package struct RecurringPlan: Sendable, Hashable {
    /// An `RRULE` value; `nil` for what is done once.
    package var rrule: String?
    /// The IANA name of the zone whose wall clock it follows.
    package var zone: String
    /// The wall clock of the first occurrence, from which the others are counted, in whatever zone it then is.
    package var startDay: Int
    package var startSecond: Int
    /// The next occurrence.
    package var next: Timestamp
    /// The occurrence that was done last.
    package var last: Timestamp?

    package init(
        rrule: String?,
        zone: String,
        startDay: Int,
        startSecond: Int,
        next: Timestamp,
        last: Timestamp? = nil
    ) {
        self.rrule = rrule
        self.zone = zone
        self.startDay = startDay
        self.startSecond = startSecond
        self.next = next
        self.last = last
    }

    package var clock: LocalClock { LocalClock(identifier: zone) ?? .utc }
    package var start: Timestamp { clock.instant(LocalDay(number: startDay), second: startSecond).instant }

    /// The next occurrence after an instant; `nil` if there is none.
    package func occurrence(after instant: Timestamp) -> Timestamp? {
        rrule.flatMap { RecurrenceRule($0) }?.next(after: instant, startingAt: start, clock: clock)
    }

    /// Moves the next occurrence to the same wall clock in another zone, so that none is left out or comes twice.
    /// - Returns: whether anything has changed.
    package mutating func follow(_ zone: String) -> Bool {
        guard self.zone != zone, let rule = rrule.flatMap({ RecurrenceRule($0) }) else { return false }
        let local = clock.local(next)
        self.zone = zone
        // Every so many hours is the same everywhere.
        guard rule.elapsedSeconds == nil else { return true }
        let moved = clock.instant(local.day, second: local.second).instant
        next = max(moved, last?.adding(seconds: 1) ?? moved)
        return true
    }
}

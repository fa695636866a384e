import Domain

extension RecurrenceRule {
    /// The rule as other calendars read it: where the first event has a time, they want an `UNTIL` in UTC, else a day.
    static func iCalendar(_ rule: String, _ recurrence: EventRecurrence, ofDays: Bool = false) -> String {
        let value = value(rule).uppercased()
        guard let end = recurrence.rule.end(recurrence.clock) else { return value }
        return ofDays ? text(value, until: ICalendarTime.day(end, recurrence.clock)) : text(value, until: end)
    }
}

extension EventRecurrence {
    /// Whether the wall clock has an occurrence's time once, so that every reader makes the same instant of it. In the
    /// hour that is skipped or repeated, readers differ.
    func isOrdinary(_ occurrence: Timestamp) -> Bool {
        let (planned, actual) = (clock.local(firstAt).second, clock.local(occurrence))
        let day = clock.instant(actual.day, second: planned)
        guard day.exists, day.instant == occurrence else { return false }
        // An hour later or earlier isn't the same wall clock.
        return [-7200, -3600, -1800, 1800, 3600, 7200].allSatisfy { seconds in
            clock.local(occurrence.adding(seconds: seconds)).second != planned
        }
    }
}

package import Domain
package import Storage

/// Times at which several people could meet.
extension EventCalendar {
    /// When people without working hours of their own can be met: minutes of their local day.
    static let daytime = 8 * 60...21 * 60
    /// How many times of one day are offered.
    static let maxStartsOfDay = 2
    private static let searched = 400

    /// Starts in the trainer's working hours and by day for the others, at which nobody's calendar has an event. The
    /// earliest first.
    ///
    /// - Parameters:
    ///   - others: their events count as busy; nothing else of them is told.
    ///   - period: the starts lie in it, after now.
    package static func meetingStarts(
        of trainer: UserID,
        with others: [UserID],
        in period: Range<Timestamp>,
        minutes: Int,
        count: Int,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> [Timestamp] {
        let start = max(period.lowerBound, now)
        guard minutes > 0, count > 0, start < period.upperBound,
            let clock = try LocalClock.of(trainer, on: connection)
        else { return [] }
        let settings = try SchedulingPreferences.settings(of: trainer, on: connection)
        let reach = FreeTime.window(around: start, after: now)
        let busy = try ([trainer] + others).flatMap { user in
            try busyTimes(of: user, from: reach.from, to: reach.to, on: connection)
        }
        let free = FreeTime(hours: try WorkingHours(settings.workingHours), clock: clock, busy: busy)
        let clocks = try others.compactMap { try LocalClock.of($0, on: connection) }
        var chosen: [LocalDay: Int] = [:]
        let starts = free.starts(count: searched, minutes: minutes, near: start, after: now).sorted().filter { start in
            guard period.contains(start), clocks.allSatisfy({ isByDay(start, minutes, on: $0) }) else { return false }
            let day = clock.local(start).day
            chosen[day, default: 0] += 1
            return chosen[day, default: 0] <= maxStartsOfDay
        }
        return Array(starts.prefix(count))
    }

    private static func isByDay(_ start: Timestamp, _ minutes: Int, on clock: LocalClock) -> Bool {
        let first = clock.local(start).second / 60
        return daytime.contains(first) && first + minutes <= daytime.upperBound
    }

    /// Where a user is the trainer or the client.
    private static func busyTimes(
        of user: UserID,
        from start: Timestamp,
        to end: Timestamp,
        on connection: any SQLConnection
    ) throws -> [Range<Timestamp>] {
        try connection.query(
            """
            SELECT starts_at, ends_at FROM calendar_events
            WHERE (trainer_id = $1 OR client_id = $1) AND ends_at > $2 AND starts_at < $3 AND status <> 'cancelled'
                AND is_free = 0
            """,
            user,
            start,
            end
        ) { row in
            let start = try row.timestamp(0)
            return start..<max(start, try row.timestamp(1))
        }
    }
}

public import Domain
package import Storage

/// Alternatives for a preferred time that is taken.
extension EventCalendar {
    /// Free start times in the trainer's working hours and time zone, nearest to the preferred time first.
    ///
    /// - Parameters:
    ///   - minutes: the length of the slot.
    ///   - event: an event that is to be moved, so its own time counts as free.
    /// - Returns: at most `count` instants after now. Fewer if there aren't as many within 30 days of the preferred
    ///   time.
    public func freeStarts(
        for actor: Actor,
        near preferred: Timestamp,
        minutes: Int,
        excluding event: EventID? = nil,
        count: Int = 3
    ) async throws -> [Timestamp] {
        let now = clock.now()
        return try await database.read {
            try Self.freeStarts(
                of: actor.userId,
                near: preferred,
                minutes: minutes,
                excluding: event,
                count: count,
                at: now,
                on: $0
            )
        }
    }

    package static func freeStarts(
        of trainer: UserID,
        near preferred: Timestamp,
        minutes: Int,
        excluding event: EventID?,
        count: Int = 3,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> [Timestamp] {
        guard minutes > 0, count > 0, let local = try LocalClock.of(trainer, on: connection) else { return [] }
        let settings = try SchedulingPreferences.settings(of: trainer, on: connection)
        let window = FreeTime.window(around: preferred, after: now)
        let taken = try conflicts(of: trainer, from: window.from, to: window.to, excluding: event, on: connection)
        let free = FreeTime(
            hours: try WorkingHours(settings.workingHours),
            clock: local,
            busy: taken.map { $0.startsAt..<$0.endsAt }
        )
        return free.starts(count: count, minutes: minutes, near: preferred, after: now)
    }
}

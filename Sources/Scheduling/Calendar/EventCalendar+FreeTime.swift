import Accounts
public import Domain
package import Storage

/// Suggestions for when a wish can't be met.
extension EventCalendar {
    /// Starts that are really free, in the trainer's working hours and zone, nearest to the wish first.
    ///
    /// - Parameters:
    ///   - minutes: how long the slot must be.
    ///   - event: an event that is about to move, so it isn't in its own way.
    /// - Returns: at most `count` instants after now; fewer, where 30 days around the wish hold fewer.
    public func freeStarts(
        for actor: Actor,
        near wish: Timestamp,
        minutes: Int,
        excluding event: EventID? = nil,
        count: Int = 3
    ) async throws -> [Timestamp] {
        let now = clock.now()
        return try await database.read {
            try Self.freeStarts(
                of: actor.userId,
                near: wish,
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
        near wish: Timestamp,
        minutes: Int,
        excluding event: EventID?,
        count: Int = 3,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> [Timestamp] {
        guard minutes > 0, count > 0 else { return [] }
        guard let zone = try User.timezone(of: trainer, on: connection), let local = LocalClock(identifier: zone) else {
            return []
        }
        let settings = try SchedulingPreferences.settings(of: trainer, on: connection)
        let window = FreeTime.window(around: wish, after: now)
        let taken = try conflicts(of: trainer, from: window.from, to: window.to, excluding: event, on: connection)
        let free = FreeTime(
            hours: try WorkingHours(settings.workingHours),
            clock: local,
            busy: taken.map { $0.startsAt..<$0.endsAt }
        )
        return free.starts(count: count, minutes: minutes, near: wish, after: now)
    }
}

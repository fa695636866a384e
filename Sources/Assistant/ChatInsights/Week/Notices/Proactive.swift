import Accounts
public import Domain
public import Scheduling
public import SpotterAPI
public import Storage

/// What the server does for a trainer by itself. Everything is off until the trainer turns it on.
public struct Proactive: Sendable {
    package let database: any Database
    package let clock: any WallClock
    /// Announced when the next time may have changed.
    package let changes: ScheduleChanges

    public init(database: any Database, clock: any WallClock, changes: ScheduleChanges = ScheduleChanges()) {
        self.database = database
        self.clock = clock
        self.changes = changes
    }

    /// - Throws: `forbidden` unless the actor is a trainer.
    public func settings(of actor: Actor) async throws -> ProactiveSettingsResponse {
        try Self.requireTrainer(actor)
        return try await database.read { try Self.settings(of: actor.userId, on: $0) }
    }

    /// Changes the actor's settings. Whoever was told this week is told in the next.
    /// - Throws: `forbidden` unless the actor is a trainer; `invalid_request` for an hour that there isn't.
    public func change(_ request: UpdateProactiveRequest, by actor: Actor) async throws -> ProactiveSettingsResponse {
        try Self.requireTrainer(actor)
        if let hour = request.hour, !(0...23).contains(hour) { throw SpotterError.invalid("hour must be 0 to 23.") }
        let now = clock.now()
        let changed = try await database.write { connection in
            let zone = try User.timezone(of: actor.userId, on: connection) ?? "UTC"
            var row =
                try WeeklyPageRow.find(actor.userId, on: connection)
                ?? WeeklyPageRow(user: actor.userId, settings: .standard, zone: zone)
            row.settings.weekly = request.weekly ?? row.settings.weekly
            row.settings.weekday = request.weekday ?? row.settings.weekday
            row.settings.hour = request.hour ?? row.settings.hour
            try row.plan(after: now, in: zone, on: connection)
            try row.write(on: connection)
            return ProactiveSettingsResponse(proactive: row.settings, nextAt: row.nextAt)
        }
        changes.announce()
        return changed
    }

    package static func settings(of user: UserID, on connection: any SQLConnection) throws -> ProactiveSettingsResponse
    {
        let row = try WeeklyPageRow.find(user, on: connection)
        return ProactiveSettingsResponse(proactive: row?.settings ?? .standard, nextAt: row?.nextAt)
    }

    private static func requireTrainer(_ actor: Actor) throws {
        guard Access.can(actor, .manageCalendar) else {
            throw SpotterError(.forbidden, "Only a trainer has a weekly page.")
        }
    }
}

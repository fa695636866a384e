public import Domain
public import SpotterAPI
public import Storage

/// The trainers' calendars. Each belongs to one trainer; its events are visible to their client, and to nobody else.
public struct EventCalendar: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    /// Announced after each change that somebody is told of.
    let changes: ScheduleChanges

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        changes: ScheduleChanges = ScheduleChanges()
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.changes = changes
    }

    // MARK: Reading

    /// The actor's events that overlap the interval (start included, end excluded), by start, including cancelled ones.
    ///
    /// - Throws: `invalid_request` if the interval is empty.
    public func events(of actor: Actor, from start: Timestamp, to end: Timestamp) async throws -> [CalendarEvent] {
        guard start < end else { throw SpotterError.invalid("'to' must be after 'from'.") }
        return try await database.read { connection in
            try connection.query(
                """
                SELECT \(CalendarEvent.columns) FROM calendar_events
                WHERE trainer_id = $1 AND ends_at > $2 AND starts_at < $3 ORDER BY starts_at, id
                """,
                actor.userId,
                start,
                end
            ) { try CalendarEvent(row: $0) }
        }
    }

    /// The events that the actor takes part in and that aren't cancelled, titled as the actor sees them.
    public func engagements(
        of actor: Actor,
        from start: Timestamp,
        to end: Timestamp
    ) async throws -> [CalendarEvent] {
        try await database.read { connection in
            var names = ParticipantNames(connection)
            return try Self.participations(of: actor, from: start, to: end, on: connection)
                .filter { $0.status != .cancelled }
                .map { try names.titled($0, for: actor) }
        }
    }

    /// Of the texts of one list: months of a full calendar.
    public static let maxListedBytes = 8 << 20

    /// A trainer's own events, and those with the actor as client, with the other side's name. A client doesn't see
    /// cancelled ones.
    ///
    /// - Throws: `invalid_request` if the interval is empty, or the texts of its events have more than `maxBytes`.
    public func listing(
        of actor: Actor,
        from start: Timestamp,
        to end: Timestamp,
        maxBytes: Int = maxListedBytes
    ) async throws -> [ListedEvent] {
        guard start < end else { throw SpotterError.invalid("'to' must be after 'from'.") }
        return try await database.read { connection in
            var names = ParticipantNames(connection)
            return try Self.participations(of: actor, from: start, to: end, maxBytes: maxBytes, on: connection)
                .map { try names.listed($0, for: actor) }
        }
    }

    private static func participations(
        of actor: Actor,
        from start: Timestamp,
        to end: Timestamp,
        maxBytes: Int = .max,
        on connection: any SQLConnection
    ) throws -> [CalendarEvent] {
        var events: [CalendarEvent] = []
        var left = maxBytes
        try connection.forEach(
            """
            SELECT \(CalendarEvent.columns) FROM calendar_events
            WHERE \(CalendarEvent.isVisible(to: "$1")) AND ends_at > $2 AND starts_at < $3
            ORDER BY starts_at, id
            """,
            [actor.userId, start, end]
        ) { row in
            let event = try CalendarEvent(row: row)
            left -= event.textBytes
            events.append(event)
            return left >= 0
        }
        guard left >= 0 else {
            throw SpotterError.invalid("These events have too many notes for one answer; ask for a shorter time.")
        }
        return events
    }

    /// A single event as its trainer or its client sees it, with the other side's name.
    ///
    /// - Throws: `not_found` if it is nothing that the actor sees in a list.
    public func listed(_ id: EventID, for actor: Actor) async throws -> ListedEvent {
        try await database.read { connection in
            let event = try connection.first(
                """
                SELECT \(CalendarEvent.columns) FROM calendar_events
                WHERE \(CalendarEvent.isVisible(to: "$1")) AND id = $2
                """,
                actor.userId,
                id
            ) { try CalendarEvent(row: $0) }
            guard let event else { throw SpotterError.notFound("event") }
            var names = ParticipantNames(connection)
            return try names.listed(event, for: actor)
        }
    }

    /// A single event of the actor's own calendar.
    ///
    /// - Throws: `not_found` if it isn't in the actor's calendar.
    public func event(_ id: EventID, for actor: Actor) async throws -> CalendarEvent {
        try await database.read { try Self.event(id, for: actor, on: $0) }
    }

    /// The actor's events that overlap the interval and take its time, by start.
    public func conflicts(
        of actor: Actor,
        from start: Timestamp,
        to end: Timestamp,
        excluding event: EventID? = nil
    ) async throws -> [CalendarEvent] {
        try await database.read {
            try Self.conflicts(of: actor.userId, from: start, to: end, excluding: event, on: $0)
        }
    }
}

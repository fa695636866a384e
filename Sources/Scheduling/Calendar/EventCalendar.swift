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

    /// A trainer's own events, and those with the actor as client, with the other side's name. A client doesn't see
    /// cancelled ones.
    ///
    /// - Throws: `invalid_request` if the interval is empty.
    public func listing(of actor: Actor, from start: Timestamp, to end: Timestamp) async throws -> [ListedEvent] {
        guard start < end else { throw SpotterError.invalid("'to' must be after 'from'.") }
        return try await database.read { connection in
            var names = ParticipantNames(connection)
            return try Self.participations(of: actor, from: start, to: end, on: connection)
                .map { ListedEvent(try names.titled($0, for: actor), with: try names.other($0, for: actor)) }
        }
    }

    private static func participations(
        of actor: Actor,
        from start: Timestamp,
        to end: Timestamp,
        on connection: any SQLConnection
    ) throws -> [CalendarEvent] {
        try connection.query(
            """
            SELECT \(CalendarEvent.columns) FROM calendar_events
            WHERE (trainer_id = $1 OR (client_id = $1 AND status <> 'cancelled')) AND ends_at > $2 AND starts_at < $3
            ORDER BY starts_at, id
            """,
            actor.userId,
            start,
            end
        ) { try CalendarEvent(row: $0) }
    }

    /// A single event.
    ///
    /// - Throws: `not_found` if it isn't in the actor's calendar.
    public func event(_ id: EventID, for actor: Actor) async throws -> CalendarEvent {
        try await database.read { try Self.event(id, for: actor, on: $0) }
    }

    /// The actor's events that overlap the interval and aren't cancelled, by start.
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

    // MARK: Changing

    /// - Parameter allowsOverlap: whether the event may overlap others.
    /// - Throws: `forbidden` if the actor isn't a trainer, or the client and the trainer have a block between them;
    ///   `invalid_request`; `not_found` if the client or prospect isn't the trainer's; `conflict` if the time is taken.
    public func create(_ new: NewEvent, by actor: Actor, allowsOverlap: Bool = false) async throws -> CalendarEvent {
        let id: EventID = ids.next()
        return try await changing { notice, now, connection in
            try Self.create(
                new,
                id: id,
                by: actor,
                allowsOverlap: allowsOverlap,
                notice: notice,
                at: now,
                on: connection
            )
        }
    }

    /// Moves a scheduled event.
    ///
    /// - Throws: `not_found`; `invalid_request`; `conflict` if the time is taken or the event is over; `not_a_contact`
    ///   or `forbidden` if its client has ended the relation or there is a block.
    public func reschedule(
        _ id: EventID,
        from start: Timestamp,
        to end: Timestamp,
        by actor: Actor,
        allowsOverlap: Bool = false
    ) async throws -> CalendarEvent {
        try await changing { notice, now, connection in
            try Self.reschedule(
                id,
                from: start,
                to: end,
                by: actor,
                allowsOverlap: allowsOverlap,
                notice: notice,
                at: now,
                on: connection
            )
        }
    }

    /// Changes an event's title.
    ///
    /// - Throws: `not_found`; `invalid_request` if the title is empty or too long; `not_a_contact` or `forbidden` if its
    ///   client has ended the relation or there is a block.
    public func rename(_ id: EventID, to title: String, by actor: Actor) async throws -> CalendarEvent {
        let title = try EventRules.title(title)
        return try await database.write { connection in
            var event = try Self.event(id, for: actor, on: connection)
            if let client = event.clientId { try Self.requirePlan(with: client, of: actor.userId, on: connection) }
            try connection.execute(
                "UPDATE calendar_events SET title = $1, names_client = 0 WHERE id = $2",
                title,
                id
            )
            event.title = title
            return event
        }
    }

    /// Cancels a scheduled event. Has no effect if it is already cancelled.
    ///
    /// - Throws: `not_found`; `conflict` if it is completed.
    public func cancel(_ id: EventID, by actor: Actor) async throws -> CalendarEvent {
        try await changing { try Self.end(id, as: .cancelled, by: actor, notice: $0, at: $1, on: $2) }
    }

    /// Completes a scheduled event. Has no effect if it is already completed.
    ///
    /// - Throws: `not_found`; `conflict` if it is cancelled.
    public func complete(_ id: EventID, by actor: Actor) async throws -> CalendarEvent {
        try await changing { try Self.end(id, as: .completed, by: actor, notice: $0, at: $1, on: $2) }
    }

    /// Deletes an event.
    ///
    /// - Throws: `not_found` if it isn't in the actor's calendar.
    public func delete(_ id: EventID, by actor: Actor) async throws {
        try await changing { notice, now, connection in
            let event = try Self.event(id, for: actor, on: connection)
            if event.status == .scheduled {
                try EventNotices.insert(.eventCancelled, event, by: actor.userId, at: now, on: connection) { notice }
            }
            connection.markErasure()
            try connection.execute("DELETE FROM calendar_events WHERE id = $1", id)
        }
    }

    /// Tells that events were changed within the caller's transaction. To be called after the commit.
    package func announceChange() { changes.announce() }

    private func changing<Result: Sendable>(
        _ body: @escaping @Sendable (_ notice: NoticeID, _ now: Timestamp, _ on: any SQLConnection) throws -> Result
    ) async throws -> Result {
        let notice: NoticeID = ids.next()
        let now = clock.now()
        let result = try await database.write { try body(notice, now, $0) }
        changes.announce()
        return result
    }

    /// Completes all scheduled events that are over, in all calendars. Returns their number.
    @discardableResult
    public func completePast() async throws -> Int {
        let now = clock.now()
        return try await database.write {
            try $0.execute(
                "UPDATE calendar_events SET status = 'completed' WHERE status = 'scheduled' AND ends_at <= $1",
                now
            )
        }
    }
}

public import Domain
import SpotterAPI
import Storage

/// Changes, each in a transaction of its own.
extension EventCalendar {
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

    /// Changes an event; all of it or nothing. Notifies the former and the new participant.
    ///
    /// - Parameter allowsOverlap: whether it may be moved to a time that is taken.
    /// - Throws: `not_found`; `invalid_request`; `conflict` if the time is taken or the event is over; `not_a_contact`
    ///   or `forbidden` if its client has ended the relation or there is a block.
    public func change(
        _ id: EventID,
        _ change: EventChange,
        by actor: Actor,
        allowsOverlap: Bool = false
    ) async throws -> CalendarEvent {
        let ids = ids
        return try await changing { _, now, connection in
            try Self.change(
                id,
                change,
                by: actor,
                allowsOverlap: allowsOverlap,
                notices: { ids.next() },
                at: now,
                on: connection
            )
        }
    }

    /// Moves a scheduled event: `change` of its times.
    public func reschedule(
        _ id: EventID,
        from start: Timestamp,
        to end: Timestamp,
        by actor: Actor,
        allowsOverlap: Bool = false
    ) async throws -> CalendarEvent {
        try await change(
            id,
            EventChange(startsAt: start, endsAt: end),
            by: actor,
            allowsOverlap: allowsOverlap
        )
    }

    /// Changes an event's title.
    public func rename(_ id: EventID, to title: String, by actor: Actor) async throws -> CalendarEvent {
        try await change(id, EventChange(title: title), by: actor)
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
        try await changing { try Self.delete(id, by: actor, notice: $0, at: $1, on: $2) }
    }

    /// Tells that events were changed within the caller's transaction. Call this after the commit.
    package func announceChange() { changes.announce() }

    func changing<Result: Sendable>(
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

import Contacts
package import Domain
package import Storage

/// The same operations within the caller's transaction, so that other changes are committed together with them.
extension EventCalendar {
    package static func event(
        _ id: EventID,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> CalendarEvent {
        let event = try connection.first(
            "SELECT \(CalendarEvent.columns) FROM calendar_events WHERE id = $1",
            id
        ) { try CalendarEvent(row: $0) }
        guard let event, Access.can(actor, .own(event.trainerId)) else { throw SpotterError.notFound("event") }
        return event
    }

    /// What takes its time: not what is cancelled, nor what leaves the trainer free.
    package static func conflicts(
        of trainer: UserID,
        from start: Timestamp,
        to end: Timestamp,
        excluding event: EventID? = nil,
        on connection: any SQLConnection
    ) throws -> [CalendarEvent] {
        try connection.query(
            """
            SELECT \(CalendarEvent.columns) FROM calendar_events
            WHERE trainer_id = $1 AND ends_at > $2 AND starts_at < $3 AND status <> 'cancelled' AND is_free = 0
            ORDER BY starts_at, id
            """,
            trainer,
            start,
            end
        ) { try CalendarEvent(row: $0) }
        .filter { $0.id != event }
    }

    /// - Parameter notice: the id of the notice by which the client is told.
    package static func create(
        _ new: NewEvent,
        id: EventID,
        by actor: Actor,
        allowsOverlap: Bool,
        notice: NoticeID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> CalendarEvent {
        let (event, namesClient) = try validated(new, id: id, by: actor, on: connection)
        if !allowsOverlap { try requireFree(event, on: connection) }
        try event.insert(namesClient: namesClient, at: now, on: connection)
        try EventNotices.insert(.eventCreated, event, by: actor.userId, at: now, on: connection) { notice }
        return event
    }

    /// Stores an imported event, which may overlap others and of which nobody is told. Returns whether it is new.
    /// - Parameters:
    ///   - status: any, because what has happened or was cancelled is history, too.
    ///   - reference: the import's own identifier of the event, unique per trainer.
    package static func `import`(
        _ new: NewEvent,
        status: EventStatus = .scheduled,
        reference: String,
        id: EventID,
        by actor: Actor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Bool {
        var (event, namesClient) = try validated(new, id: id, by: actor, on: connection)
        event.status = status
        return try event.insert(namesClient: namesClient, reference: reference, at: now, on: connection)
    }

    package static func reschedule(
        _ id: EventID,
        from start: Timestamp,
        to end: Timestamp,
        by actor: Actor,
        allowsOverlap: Bool,
        notice: NoticeID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> CalendarEvent {
        try change(
            id,
            EventChange(startsAt: start, endsAt: end),
            by: actor,
            allowsOverlap: allowsOverlap,
            notices: { notice },
            at: now,
            on: connection
        )
    }

    static func delete(
        _ id: EventID,
        by actor: Actor,
        notice: NoticeID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        let event = try event(id, for: actor, on: connection)
        if event.status == .scheduled {
            try EventNotices.insert(.eventCancelled, event, by: actor.userId, at: now, on: connection) { notice }
        }
        connection.markErasure()
        try EventNotices.eraseTitles(of: "id = $1", id, on: connection)
        try connection.execute("DELETE FROM calendar_events WHERE id = $1", id)
    }

    /// Changes a scheduled event to completed or cancelled.
    package static func end(
        _ id: EventID,
        as status: EventStatus,
        by actor: Actor,
        notice: NoticeID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> CalendarEvent {
        var event = try event(id, for: actor, on: connection)
        guard event.status != status else { return event }
        guard event.status == .scheduled else {
            throw SpotterError(.conflict, "This event is already \(event.status.rawValue).")
        }
        try connection.execute(
            "UPDATE calendar_events SET status = $1, version = version + 1 WHERE id = $2",
            status.rawValue,
            id
        )
        event.status = status
        if status == .cancelled {
            try EventNotices.insert(.eventCancelled, event, by: actor.userId, at: now, on: connection) { notice }
        }
        return event
    }
}

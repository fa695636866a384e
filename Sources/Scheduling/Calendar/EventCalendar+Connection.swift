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
            WHERE trainer_id = $1 AND ends_at > $2 AND starts_at < $3 AND status <> 'cancelled'
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
        try insert(event, namesClient: namesClient, at: now, on: connection)
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
        return try insert(event, namesClient: namesClient, reference: reference, at: now, on: connection)
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
        var event = try event(id, for: actor, on: connection)
        guard event.status == .scheduled else {
            throw SpotterError(.conflict, "This event is \(event.status.rawValue); only a scheduled one can be moved.")
        }
        try EventRules.times(start, end)
        if let client = event.clientId { try requirePlan(with: client, of: actor.userId, on: connection) }
        let before = (event.startsAt, event.endsAt)
        guard before != (start, end) else { return event }
        (event.startsAt, event.endsAt) = (start, end)
        if !allowsOverlap { try requireFree(event, on: connection) }
        try connection.execute(
            "UPDATE calendar_events SET starts_at = $1, ends_at = $2 WHERE id = $3",
            start,
            end,
            id
        )
        try EventNotices.insert(.eventMoved, event, by: actor.userId, before: before, at: now, on: connection) {
            notice
        }
        return event
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
        try connection.execute("UPDATE calendar_events SET status = $1 WHERE id = $2", status.rawValue, id)
        event.status = status
        if status == .cancelled {
            try EventNotices.insert(.eventCancelled, event, by: actor.userId, at: now, on: connection) { notice }
        }
        return event
    }

    // MARK: Rows and rules

    private static func validated(
        _ new: NewEvent,
        id: EventID,
        by actor: Actor,
        on connection: any SQLConnection
    ) throws -> (event: CalendarEvent, namesClient: Bool) {
        guard Access.can(actor, .manageCalendar) else {
            throw SpotterError(.forbidden, "Only a trainer has a calendar.")
        }
        try EventRules.times(new.startsAt, new.endsAt)
        try EventRules.participants(new.eventType, client: new.clientId, prospect: new.prospectId)
        let name = try participantName(new, of: actor.userId, on: connection)
        let title = try EventRules.title(new.title ?? new.eventType.title(with: name))
        let event = CalendarEvent(
            id: id,
            trainerId: actor.userId,
            eventType: new.eventType,
            title: title,
            clientId: new.clientId,
            prospectId: new.prospectId,
            startsAt: new.startsAt,
            endsAt: new.endsAt,
            createdBy: new.createdBy
        )
        return (event, name != nil && title == new.eventType.title(with: name))
    }

    /// The name of the client or prospect.
    ///
    /// - Throws: `not_found` if it isn't the trainer's; `forbidden` if the trainer or the client has blocked the other.
    private static func participantName(
        _ new: NewEvent,
        of trainer: UserID,
        on connection: any SQLConnection
    ) throws -> String? {
        if let client = new.clientId {
            let name = try Contacts.clientName(client, of: trainer, on: connection)
            guard let name else { throw SpotterError.notFound("client") }
            try requirePlan(with: client, of: trainer, on: connection)
            return name
        }
        guard let prospect = new.prospectId else { return nil }
        let name = try Prospect.openName(prospect, of: trainer, on: connection)
        guard let name else { throw SpotterError.notFound("prospect") }
        return name
    }

    /// Whatever a client sees of a trainer's calendar needs their agreement still.
    /// - Throws: `not_a_contact` if the relation has ended; `forbidden` if one has blocked the other.
    static func requirePlan(with client: UserID, of trainer: UserID, on connection: any SQLConnection) throws {
        let isContact = try Contacts.exists(trainer: trainer, client: client, on: connection)
        let isBlocked = try BlockRows.exists(between: trainer, and: client, on: connection)
        let actor = Actor(userId: trainer, role: .trainer)
        guard Access.can(actor, .plan(isContact: isContact, isBlocked: isBlocked)) else {
            if isBlocked { throw SpotterError.blocked }
            throw SpotterError(.notAContact, "They aren't your client any more; you can only cancel this event.")
        }
    }

    private static func requireFree(_ event: CalendarEvent, on connection: any SQLConnection) throws {
        let taken = try conflicts(
            of: event.trainerId,
            from: event.startsAt,
            to: event.endsAt,
            excluding: event.id,
            on: connection
        )
        guard let first = taken.first else { return }
        throw SpotterError(.conflict, "This time is taken by \"\(first.title)\"; choose another one.")
    }

    @discardableResult
    private static func insert(
        _ event: CalendarEvent,
        namesClient: Bool,
        reference: String? = nil,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO calendar_events (\(CalendarEvent.columns), import_ref, created_at, names_client)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            ON CONFLICT (trainer_id, import_ref) DO NOTHING
            """,
            event.id,
            event.trainerId,
            event.eventType.rawValue,
            event.title,
            event.clientId,
            event.prospectId,
            event.startsAt,
            event.endsAt,
            event.status.rawValue,
            event.createdBy.rawValue,
            reference,
            now,
            namesClient
        ) == 1
    }
}

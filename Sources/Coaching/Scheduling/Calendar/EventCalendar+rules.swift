import Contacts
import Domain
import Storage

/// What must hold of an event, its person and its time.
extension EventCalendar {
    static func validated(
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
        let name = try participantName(
            client: new.clientId,
            prospect: new.prospectId,
            of: actor.userId,
            on: connection
        )
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
            location: try EventRules.location(new.location),
            notes: try EventRules.notes(new.notes),
            createdBy: new.createdBy,
            dayZone: new.dayZone,
            free: new.free
        )
        return (event, name != nil && title == new.eventType.title(with: name))
    }

    /// The name of the client or prospect.
    ///
    /// - Throws: `not_found` if it isn't the trainer's; `forbidden` if the trainer or the client has blocked the other.
    static func participantName(
        client: UserID?,
        prospect: ProspectID?,
        of trainer: UserID,
        on connection: any SQLConnection
    ) throws -> String? {
        if let client {
            let name = try Contacts.clientName(client, of: trainer, on: connection)
            guard let name else { throw SpotterError.notFound("client") }
            try requirePlan(with: client, of: trainer, on: connection)
            return name
        }
        guard let prospect else { return nil }
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

    static func requireFree(_ event: CalendarEvent, on connection: any SQLConnection) throws {
        guard !event.free else { return }
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
}

package import Domain
package import Storage

extension EventCalendar {
    /// - Parameter notices: gives each notice its id.
    package static func change(
        _ id: EventID,
        _ change: EventChange,
        by actor: Actor,
        allowsOverlap: Bool,
        notices: () -> NoticeID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> CalendarEvent {
        let before = try event(id, for: actor, on: connection)
        if let status = change.status, change.onlyEnds {
            return try end(id, as: status, by: actor, notice: notices(), at: now, on: connection)
        }
        var event = try change.applied(to: before)
        try requireChange(from: before, to: event, by: actor, allowsOverlap: allowsOverlap, on: connection)
        let namesClient: Bool
        (event.title, namesClient) = try title(of: event, after: before, change.title, on: connection)
        if event != before {
            try event.update(namesClient: namesClient, on: connection)
            try tell(of: event, after: before, by: actor, notices: notices, at: now, on: connection)
        }
        guard let status = change.status else { return event }
        return try end(id, as: status, by: actor, notice: notices(), at: now, on: connection)
    }

    private static func requireChange(
        from before: CalendarEvent,
        to event: CalendarEvent,
        by actor: Actor,
        allowsOverlap: Bool,
        on connection: any SQLConnection
    ) throws {
        let isMoved = !event.isAtSameTime(as: before)
        let isAnother = event.eventType != before.eventType || !event.isWithSamePerson(as: before)
        if isMoved || isAnother, before.status != .scheduled {
            let what = isMoved ? "moved" : "changed to another type or person"
            throw SpotterError(
                .conflict,
                "This event is \(before.status.rawValue); only a scheduled one can be \(what)."
            )
        }
        try EventRules.times(event.startsAt, event.endsAt)
        try EventRules.participants(event.eventType, client: event.clientId, prospect: event.prospectId)
        if !event.isWithSamePerson(as: before) {
            _ = try participantName(
                client: event.clientId,
                prospect: event.prospectId,
                of: actor.userId,
                on: connection
            )
        } else if let client = event.clientId {
            try requirePlan(with: client, of: actor.userId, on: connection)
        }
        if isMoved || before.free, !allowsOverlap { try requireFree(event, on: connection) }
    }

    /// The new title, and whether it only says the type and the person. Without one, a title that did so says the new
    /// ones.
    private static func title(
        of event: CalendarEvent,
        after before: CalendarEvent,
        _ title: String?,
        on connection: any SQLConnection
    ) throws -> (String, namesClient: Bool) {
        if let title { return (try EventRules.title(title), false) }
        func derived(_ event: CalendarEvent) throws -> (title: String, namesPerson: Bool) {
            var names = ParticipantNames(connection)
            let name = try names.other(event, for: Actor(userId: event.trainerId, role: .trainer))
            return (event.eventType.title(with: name), name != nil)
        }
        let wasDerived = try ParticipantNames.isDerived(before, on: connection) || derived(before).title == before.title
        guard wasDerived else { return (before.title, false) }
        let new = try derived(event)
        let isAnother = event.eventType != before.eventType || !event.isWithSamePerson(as: before)
        return (isAnother ? try EventRules.title(new.title) : before.title, new.namesPerson)
    }

    /// Notifies a former participant of a cancelled event, a new one of a new event, and one who stays of new times or a
    /// new place.
    static func tell(
        of event: CalendarEvent,
        after before: CalendarEvent,
        by actor: Actor,
        notices: () -> NoticeID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        if event.clientId != before.clientId {
            try EventNotices.insert(
                .eventCancelled,
                before,
                by: actor.userId,
                at: now,
                on: connection,
                makeId: notices
            )
            try EventNotices.insert(.eventCreated, event, by: actor.userId, at: now, on: connection, makeId: notices)
        } else if !event.isAtSameTime(as: before) {
            try EventNotices.insert(
                .eventMoved,
                event,
                by: actor.userId,
                before: (before.startsAt, before.endsAt),
                at: now,
                on: connection,
                makeId: notices
            )
        } else if event.location != before.location {
            try EventNotices.insert(.eventRelocated, event, by: actor.userId, at: now, on: connection, makeId: notices)
        }
    }
}

extension CalendarEvent {
    func isAtSameTime(as other: CalendarEvent) -> Bool { (startsAt, endsAt) == (other.startsAt, other.endsAt) }

    func isWithSamePerson(as other: CalendarEvent) -> Bool {
        (clientId, prospectId) == (other.clientId, other.prospectId)
    }
}

import Domain
import Storage

/// Writes an object of another calendar within a transaction.
struct CalendarObjectWriter {
    let name: String
    let input: CalendarObjectInput
    let actor: Actor
    let ids: any IDSource
    let now: Timestamp
    let connection: any SQLConnection

    func write(over current: CalendarObject?) throws {
        try requireUID(current)
        let source: CalendarObjectSource
        switch (current?.source, input.rule) {
        case (nil, nil): source = .event(try create())
        case (nil, let rule?): source = .series(try createSeries(rule, NewEventKind()))
        case (.event(let id), nil):
            try change(id, to: input.event)
            source = .event(id)
        case (.event(let id), let rule?):
            let event = try EventCalendar.event(id, for: actor, on: connection)
            guard event.status == .scheduled else {
                throw CalendarObjectRefusal(reason: .rule, message: "This event is over; make a new one that recurs.")
            }
            try EventCalendar.delete(id, by: actor, notice: ids.next(), at: now, on: connection)
            source = .series(try createSeries(rule, NewEventKind(event)))
        case (.series, nil):
            throw CalendarObjectRefusal(
                reason: .rule,
                message: "Recurring events end by an UNTIL, or by their deletion; what is over stays."
            )
        case (.series(let id), let rule?): source = .series(try changeSeries(id, rule))
        }
        let row = CalendarObjectRow(name: name, uid: input.uid, source: source, kept: input.kept)
        let plain = CalendarObjectRow(unnamed: source)
        // What was made natively needs no row as long as it is as it was.
        guard (row.name, row.uid) != (plain.name, plain.uid) || !row.kept.isEmpty else {
            try connection.execute(
                "DELETE FROM calendar_objects WHERE owner_id = $1 AND name = $2",
                actor.userId,
                name
            )
            return
        }
        try row.save(of: actor.userId, on: connection)
    }

    /// A UID is that of one object, and stays.
    private func requireUID(_ current: CalendarObject?) throws {
        if let current {
            guard current.uid == input.uid else {
                throw CalendarObjectRefusal(
                    reason: .uidConflict,
                    message: "This object has another UID.",
                    conflicting: name
                )
            }
            return
        }
        var conflicting = try CalendarObjectRow.name(ofUID: input.uid, of: actor.userId, on: connection)
        if conflicting == nil, input.uid.hasSuffix("@spotter") {
            let natural = "\(input.uid.dropLast(8)).ics"
            let reader = CalendarObjectReader(actor: actor, now: now, connection: connection)
            if natural != name, try reader.object(named: natural)?.uid == input.uid { conflicting = natural }
        }
        guard let conflicting, conflicting != name else { return }
        throw CalendarObjectRefusal(
            reason: .uidConflict,
            message: "Another object has this UID.",
            conflicting: conflicting
        )
    }

    // MARK: Single events

    private func create() throws -> EventID {
        let id: EventID = ids.next()
        _ = try EventCalendar.create(
            NewEventKind().event(input.event),
            id: id,
            by: actor,
            allowsOverlap: false,
            notice: ids.next(),
            at: now,
            on: connection
        )
        return id
    }

    /// Changes what differs.
    func change(_ id: EventID, to wanted: CalendarObjectInput.Event) throws {
        let event = try EventCalendar.event(id, for: actor, on: connection)
        var change = EventChange()
        if wanted.startsAt != event.startsAt.wholeSeconds { change.startsAt = wanted.startsAt }
        if wanted.endsAt != event.endsAt.wholeSeconds { change.endsAt = wanted.endsAt }
        if let title = wanted.title, !title.isSame(event.title) { change.title = title }
        if !wanted.location.isSame(event.location) { change.location = .some(wanted.location) }
        if !wanted.notes.isSame(event.notes) { change.notes = .some(wanted.notes) }
        if wanted.dayZone != event.dayZone { change.dayZone = .some(wanted.dayZone) }
        if wanted.free != event.free { change.free = wanted.free }
        guard change != EventChange() else { return }
        _ = try EventCalendar.change(
            id,
            change,
            by: actor,
            allowsOverlap: false,
            notices: { ids.next() },
            at: now,
            on: connection
        )
    }
}

extension String? {
    /// Scalar by scalar: `==` takes an accent of its own for one within a letter.
    fileprivate func isSame(_ other: String?) -> Bool {
        self.map { Array($0.utf8) } == other.map { Array($0.utf8) }
    }
}

extension String {
    fileprivate func isSame(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// Of what type a new event is, and with whom: what another calendar doesn't know.
struct NewEventKind {
    var type = EventType.adhoc
    var client: UserID?
    var prospect: ProspectID?
    /// Given up for the type's own if the other calendar says the same.
    var derivedTitle: String?
    var createdBy = Author.manual

    init() {}

    init(_ event: CalendarEvent, derivedTitle: String? = nil) {
        (type, client, prospect) = (event.eventType, event.clientId, event.prospectId)
        (createdBy, self.derivedTitle) = (event.createdBy, derivedTitle)
    }

    func event(_ event: CalendarObjectInput.Event) -> NewEvent {
        NewEvent(
            eventType: type,
            title: event.title == derivedTitle ? nil : event.title,
            clientId: client,
            prospectId: prospect,
            startsAt: event.startsAt,
            endsAt: event.endsAt,
            location: event.location,
            notes: event.notes,
            createdBy: createdBy,
            dayZone: event.dayZone,
            free: event.free
        )
    }
}

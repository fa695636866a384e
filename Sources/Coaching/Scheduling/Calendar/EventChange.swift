public import Domain

/// What is to be changed in an event; what is `nil` stays.
public struct EventChange: Sendable, Hashable {
    /// The person whom an event is with.
    public enum Person: Sendable, Hashable {
        case client(UserID)
        case prospect(ProspectID)
        case nobody
    }

    public var startsAt: Timestamp?
    public var endsAt: Timestamp?
    public var eventType: EventType?
    /// If an event gets another type or person and no title, a title that was derived from them follows.
    public var title: String?
    public var person: Person?
    /// `.some(nil)` removes it.
    public var location: String??
    /// `.some(nil)` removes them.
    public var notes: String??
    /// `.some(nil)` gives an event of whole days times. One that is moved to other times than days has times, too.
    public var dayZone: String??
    public var free: Bool?
    /// `completed` or `cancelled`.
    public var status: EventStatus?

    public init(
        startsAt: Timestamp? = nil,
        endsAt: Timestamp? = nil,
        eventType: EventType? = nil,
        title: String? = nil,
        person: Person? = nil,
        location: String?? = nil,
        notes: String?? = nil,
        status: EventStatus? = nil
    ) {
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.eventType = eventType
        self.title = title
        self.person = person
        self.location = location
        self.notes = notes
        self.status = status
    }

    /// Whether it is only told that the event is over or doesn't take place, which is possible without an agreement.
    var onlyEnds: Bool { self == EventChange(status: status) }

    /// The event with the new type, person, times and place.
    func applied(to event: CalendarEvent) throws -> CalendarEvent {
        var event = event
        event.startsAt = startsAt ?? event.startsAt
        event.endsAt = endsAt ?? event.endsAt
        event.eventType = eventType ?? event.eventType
        switch person {
        case nil: break
        case .client(let client): (event.clientId, event.prospectId) = (client, nil)
        case .prospect(let prospect): (event.clientId, event.prospectId) = (nil, prospect)
        case .nobody: (event.clientId, event.prospectId) = (nil, nil)
        }
        event.free = free ?? event.free
        if let dayZone {
            event.dayZone = dayZone
        } else if let zone = event.dayZone, !event.isOfWholeDays(in: zone) {
            event.dayZone = nil
        }
        if let location { event.location = try EventRules.location(location) }
        if let notes { event.notes = try EventRules.notes(notes) }
        return event
    }
}

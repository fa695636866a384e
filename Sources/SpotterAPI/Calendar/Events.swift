public import Domain

/// Creates an event in the trainer's calendar: `POST /v1/calendar/events`.
///
/// ```swift
/// let request = NewEventRequest(eventType: .call, clientId: saraId, startsAt: start, endsAt: end)
/// ```
public struct NewEventRequest: APIValue {
    public let eventType: EventType
    /// If omitted, derived from the type and the person.
    public let title: String?
    public let clientId: UserID?
    public let prospectId: ProspectID?
    public let startsAt: Timestamp
    /// Exclusive.
    public let endsAt: Timestamp

    public init(
        eventType: EventType,
        title: String? = nil,
        clientId: UserID? = nil,
        prospectId: ProspectID? = nil,
        startsAt: Timestamp,
        endsAt: Timestamp
    ) {
        self.eventType = eventType
        self.title = title
        self.clientId = clientId
        self.prospectId = prospectId
        self.startsAt = startsAt
        self.endsAt = endsAt
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type: EventType? = try container.decode(RequestedWord<EventType>.self, forKey: .eventType).word
        title = try container.decodeIfPresent(String.self, forKey: .title)
        startsAt = try container.decode(Timestamp.self, forKey: .startsAt)
        endsAt = try container.decode(Timestamp.self, forKey: .endsAt)
        guard let type else { throw SpotterError.invalid("eventType must be training, call or adhoc.") }
        eventType = type
        clientId = try container.idIfPresent(.clientId, orThrow: SpotterError.notFound("client"))
        prospectId = try container.idIfPresent(.prospectId, orThrow: SpotterError.notFound("prospect"))
    }

    public static var example: NewEventRequest {
        NewEventRequest(
            eventType: .call,
            clientId: Examples.sara,
            startsAt: Examples.time,
            endsAt: Examples.later
        )
    }
}

/// Moves, renames, completes or cancels an event: `PATCH /v1/calendar/events/{eventId}`. Omitted fields stay unchanged.
///
/// ```swift
/// let request = UpdateEventRequest(status: .cancelled)
/// ```
public struct UpdateEventRequest: APIValue {
    public let startsAt: Timestamp?
    public let endsAt: Timestamp?
    public let title: String?
    /// `completed` or `cancelled`.
    public let status: EventStatus?

    public init(
        startsAt: Timestamp? = nil,
        endsAt: Timestamp? = nil,
        title: String? = nil,
        status: EventStatus? = nil
    ) {
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.title = title
        self.status = status
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        startsAt = try container.decodeIfPresent(Timestamp.self, forKey: .startsAt)
        endsAt = try container.decodeIfPresent(Timestamp.self, forKey: .endsAt)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        status = try container.wordIfPresent(.status, "status can be set to completed or cancelled.")
    }

    public static var example: UpdateEventRequest { UpdateEventRequest(title: "Call about the knee") }
}

/// One event.
///
/// ```swift
/// func start(_ response: EventResponse) -> Timestamp { response.event.startsAt }
/// ```
public struct EventResponse: APIValue {
    public let event: CalendarEvent

    public init(event: CalendarEvent) { self.event = event }
    public static var example: EventResponse { EventResponse(event: Examples.event) }
}

/// An event in a list: the fields of a `CalendarEvent`, titled as its reader sees it, and the other side's name.
///
/// ```swift
/// func line(_ event: ListedEvent) -> String { "\(event.event.startsAt) \(event.with ?? "")" }
/// ```
public struct ListedEvent: Sendable, Hashable, Codable {
    public let event: CalendarEvent
    /// The trainer's name for a client, the client's or prospect's for a trainer; `nil` if it is with nobody.
    @Nullable public var with: String?

    private enum CodingKeys: String, CodingKey { case with }

    public init(_ event: CalendarEvent, with: String?) {
        self.event = event
        self.with = with
    }

    public init(from decoder: any Decoder) throws {
        event = try CalendarEvent(from: decoder)
        with = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .with)
    }

    public func encode(to encoder: any Encoder) throws {
        try event.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(with, forKey: .with)
    }
}

/// `GET /v1/calendar/events`.
public struct EventsResponse: APIValue {
    public let events: [ListedEvent]

    public init(events: [ListedEvent]) { self.events = events }
    public static var example: EventsResponse { EventsResponse(events: [ListedEvent(Examples.event, with: "Sara")]) }
}

public import Domain

/// Creates an event in the trainer's calendar: `POST /v1/calendar/events`. With `rrule` it recurs.
///
/// ```swift
/// let request = NewEventRequest(eventType: .call, clientId: saraId, startsAt: start, endsAt: end)
/// let weekly = NewEventRequest(eventType: .training, clientId: saraId, startsAt: start, endsAt: end, rrule: "FREQ=WEEKLY")
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
    public let location: String?
    /// The trainer's own; a client never reads them.
    public let notes: String?
    /// RFC 5545 `RRULE` value with `FREQ` from `DAILY` to `YEARLY`.
    public let rrule: String?
    /// With `rrule`: the IANA name of the zone whose clock it follows; the trainer's if omitted.
    public let zone: String?
    /// With `rrule`: occurrences whose time is taken are left out; otherwise one that is taken refuses all.
    public let skipTaken: Bool?

    public init(
        eventType: EventType,
        title: String? = nil,
        clientId: UserID? = nil,
        prospectId: ProspectID? = nil,
        startsAt: Timestamp,
        endsAt: Timestamp,
        location: String? = nil,
        notes: String? = nil,
        rrule: String? = nil,
        zone: String? = nil,
        skipTaken: Bool? = nil
    ) {
        self.eventType = eventType
        self.title = title
        self.clientId = clientId
        self.prospectId = prospectId
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.location = location
        self.notes = notes
        self.rrule = rrule
        self.zone = zone
        self.skipTaken = skipTaken
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type: EventType? = try container.decode(RequestedWord<EventType>.self, forKey: .eventType).word
        title = try container.decodeIfPresent(String.self, forKey: .title)
        startsAt = try container.decode(Timestamp.self, forKey: .startsAt)
        endsAt = try container.decode(Timestamp.self, forKey: .endsAt)
        location = try container.decodeIfPresent(String.self, forKey: .location)
        notes = try container.decodeIfPresent(String.self, forKey: .notes)
        rrule = try container.decodeIfPresent(String.self, forKey: .rrule)
        zone = try container.decodeIfPresent(String.self, forKey: .zone)
        skipTaken = try container.decodeIfPresent(Bool.self, forKey: .skipTaken)
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
            endsAt: Examples.later,
            location: "Studio 2"
        )
    }
}

/// Which events of a series a change or deletion is meant for.
public enum EventScope: String, Sendable, Codable, CaseIterable {
    /// Only the one that is named.
    case this
    /// It and those after it.
    case following
}

extension EventScope: LosslessStringConvertible {
    public init?(_ description: String) { self.init(rawValue: description) }
    public var description: String { rawValue }
}

/// Changes an event: `PATCH /v1/calendar/events/{eventId}`. Omitted fields stay unchanged.
///
/// ```swift
/// let request = UpdateEventRequest(status: .cancelled)
/// ```
public struct UpdateEventRequest: APIValue {
    public let startsAt: Timestamp?
    public let endsAt: Timestamp?
    public let eventType: EventType?
    public let title: String?
    /// Makes the event one with this client; `null` with `eventType: adhoc` one with nobody.
    public let clientId: FieldChange<UserID>
    public let prospectId: FieldChange<ProspectID>
    public let location: FieldChange<String>
    public let notes: FieldChange<String>
    /// `completed` or `cancelled`.
    public let status: EventStatus?
    /// `this` if omitted.
    public let scope: EventScope?
    /// With the scope `following`: a new rule.
    public let rrule: String?
    /// With the scope `following`: occurrences whose time is taken are left out.
    public let skipTaken: Bool?

    public init(
        startsAt: Timestamp? = nil,
        endsAt: Timestamp? = nil,
        eventType: EventType? = nil,
        title: String? = nil,
        clientId: FieldChange<UserID> = .unchanged,
        prospectId: FieldChange<ProspectID> = .unchanged,
        location: FieldChange<String> = .unchanged,
        notes: FieldChange<String> = .unchanged,
        status: EventStatus? = nil,
        scope: EventScope? = nil,
        rrule: String? = nil,
        skipTaken: Bool? = nil
    ) {
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.eventType = eventType
        self.title = title
        self.clientId = clientId
        self.prospectId = prospectId
        self.location = location
        self.notes = notes
        self.status = status
        self.scope = scope
        self.rrule = rrule
        self.skipTaken = skipTaken
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        startsAt = try container.decodeIfPresent(Timestamp.self, forKey: .startsAt)
        endsAt = try container.decodeIfPresent(Timestamp.self, forKey: .endsAt)
        eventType = try container.wordIfPresent(.eventType, "eventType must be training, call or adhoc.")
        title = try container.decodeIfPresent(String.self, forKey: .title)
        clientId = try container.decode(FieldChange<UserID>.self, forKey: .clientId)
        prospectId = try container.decode(FieldChange<ProspectID>.self, forKey: .prospectId)
        location = try container.decode(FieldChange<String>.self, forKey: .location)
        notes = try container.decode(FieldChange<String>.self, forKey: .notes)
        status = try container.wordIfPresent(.status, "status can be set to completed or cancelled.")
        scope = try container.wordIfPresent(.scope, "scope must be this or following.")
        rrule = try container.decodeIfPresent(String.self, forKey: .rrule)
        skipTaken = try container.decodeIfPresent(Bool.self, forKey: .skipTaken)
    }

    public static var example: UpdateEventRequest {
        UpdateEventRequest(title: "Call about the knee", location: .set("Studio 2"))
    }
}

/// One event; after the creation of a series its first one.
///
/// ```swift
/// func start(_ response: EventResponse) -> Timestamp { response.event.startsAt }
/// ```
public struct EventResponse: APIValue {
    public let event: CalendarEvent
    /// Occurrences of a series that weren't made because their time is taken.
    public let skipped: [Timestamp]?

    public init(event: CalendarEvent, skipped: [Timestamp]? = nil) {
        self.event = event
        self.skipped = skipped
    }

    public static var example: EventResponse { EventResponse(event: Examples.event) }
}

/// One event as its reader sees it: `GET /v1/calendar/events/{eventId}`.
///
/// ```swift
/// func place(_ response: ListedEventResponse) -> String? { response.event.event.location }
/// ```
public struct ListedEventResponse: APIValue {
    public let event: ListedEvent

    public init(event: ListedEvent) { self.event = event }
    public static var example: ListedEventResponse {
        ListedEventResponse(event: ListedEvent(Examples.event, with: "Sara"))
    }
}

/// The address to which a calendar subscribes: `GET /v1/calendar/feed`. Whoever has it reads the calendar.
///
/// ```swift
/// func show(_ response: CalendarFeedResponse) { print(response.url.reveal()) }
/// ```
public struct CalendarFeedResponse: APIValue {
    public let url: Secret

    public init(url: Secret) { self.url = url }
    public static var example: CalendarFeedResponse {
        CalendarFeedResponse(url: Secret("https://chat.example.com/calendar/feeds/….ics"))
    }
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
    /// The other side's IANA time zone: a prospect's, or a contact's as long as they are one; otherwise `nil`.
    @Nullable public var withTimezone: String?

    private enum CodingKeys: String, CodingKey { case with, withTimezone }

    public init(_ event: CalendarEvent, with: String?, withTimezone: String? = nil) {
        self.event = event
        self.with = with
        self.withTimezone = withTimezone
    }

    public init(from decoder: any Decoder) throws {
        event = try CalendarEvent(from: decoder)
        _with = try decoder.container(keyedBy: CodingKeys.self).decode(Nullable<String>.self, forKey: .with)
        _withTimezone = try decoder.container(keyedBy: CodingKeys.self)
            .decode(Nullable<String>.self, forKey: .withTimezone)
    }

    public func encode(to encoder: any Encoder) throws {
        try event.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(with, forKey: .with)
        try container.encode(withTimezone, forKey: .withTimezone)
    }
}

/// `GET /v1/calendar/events`.
public struct EventsResponse: APIValue {
    public let events: [ListedEvent]

    public init(events: [ListedEvent]) { self.events = events }
    public static var example: EventsResponse { EventsResponse(events: [ListedEvent(Examples.event, with: "Sara")]) }
}

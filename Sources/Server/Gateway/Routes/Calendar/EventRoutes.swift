import Accounts
import Domain
import Hummingbird
import Messaging
import Scheduling
import SpotterAPI

/// A trainer's calendar, and a client's appointments.
struct EventRoutes {
    /// The default range without `from` and `to` is the last week and the next four.
    static let weekSeconds: Int64 = 7 * 86_400

    let calendar: EventCalendar
    let clock: any WallClock

    func add(to table: inout RouteTable) {
        table.tag = .calendar
        addReading(to: &table)
        addChanges(to: &table)
    }

    private func addReading(to table: inout RouteTable) {
        let (calendar, clock) = (calendar, clock)
        table.on(
            .get,
            "/v1/calendar/events",
            "listEvents",
            "The user's appointments that touch an interval (to excluded): a trainer's calendar, or a client's own",
            query: [QueryParameter("from", Timestamp.self), QueryParameter("to", Timestamp.self, "excluded")],
            response: .json(EventsResponse.self)
        ) { request, context in
            let now = clock.now()
            let from = try request.time("from") ?? now.adding(seconds: -Self.weekSeconds)
            let to = try request.time("to") ?? now.adding(seconds: 4 * Self.weekSeconds)
            let events = try await calendar.listing(of: try context.requirePrincipal().actor, from: from, to: to)
            return JSONResponse(EventsResponse(events: events))
        }
        table.on(
            .get,
            "/v1/calendar/events/{eventId}",
            "getEvent",
            "Get an appointment",
            response: .json(ListedEventResponse.self)
        ) { _, context in
            let id: EventID = try context.id("eventId", what: "event")
            return JSONResponse(
                ListedEventResponse(event: try await calendar.listed(id, for: try context.requirePrincipal().actor))
            )
        }
    }

    private func addChanges(to table: inout RouteTable) {
        let calendar = calendar
        table.on(
            .post,
            "/v1/calendar/events",
            "createEvent",
            "Put an event into the calendar, once or recurring (trainer)",
            body: NewEventRequest.self,
            response: .json(EventResponse.self, .created),
            cost: .heavy
        ) { request, context in
            let body = try await request.decode(NewEventRequest.self, context: context)
            let actor = try context.requirePrincipal().actor
            guard let rrule = body.rrule else {
                guard body.zone == nil, body.skipTaken == nil else {
                    throw SpotterError.invalid("zone and skipTaken are for events with an rrule.")
                }
                return JSONResponse(
                    .created,
                    EventResponse(event: try await calendar.create(NewEvent(body), by: actor))
                )
            }
            let series = NewEventSeries(
                first: NewEvent(body),
                rrule: rrule,
                zone: body.zone,
                skipsTaken: body.skipTaken ?? false
            )
            let created = try await calendar.createSeries(series, by: actor) { try context.charge(.messageBytes, $0) }
            return JSONResponse(.created, EventResponse(event: created.event, skipped: created.skipped))
        }
        table.on(
            .patch,
            "/v1/calendar/events/{eventId}",
            "updateEvent",
            "Change an event, or it and those that follow it in its series; complete or cancel it",
            body: UpdateEventRequest.self,
            response: .json(EventResponse.self),
            cost: .heavy
        ) { request, context in
            let body = try await request.decode(UpdateEventRequest.self, context: context)
            let id: EventID = try context.id("eventId", what: "event")
            let actor = try context.requirePrincipal().actor
            let change = try EventChange(body)
            guard body.scope == .following else {
                guard body.rrule == nil, body.skipTaken == nil else {
                    throw SpotterError.invalid("rrule and skipTaken need the scope 'following'.")
                }
                return JSONResponse(EventResponse(event: try await calendar.change(id, change, by: actor)))
            }
            let changed = try await calendar.changeFollowing(
                id,
                change,
                rrule: body.rrule,
                skipsTaken: body.skipTaken ?? false,
                by: actor,
                admitText: { try context.charge(.messageBytes, $0) }
            )
            return JSONResponse(EventResponse(event: changed.event, skipped: changed.skipped))
        }
        table.on(
            .delete,
            "/v1/calendar/events/{eventId}",
            "deleteEvent",
            "Delete an event, or it and those that follow it in its series",
            query: [QueryParameter("scope", EventScope.self)],
            response: .noContent,
            cost: .heavy
        ) { request, context in
            let id: EventID = try context.id("eventId", what: "event")
            let actor = try context.requirePrincipal().actor
            switch try request.parameter("scope", as: EventScope.self) ?? .this {
            case .this: try await calendar.delete(id, by: actor)
            case .following: try await calendar.deleteFollowing(id, by: actor)
            }
            return Response(status: .noContent)
        }
    }
}

extension NewEvent {
    init(_ request: NewEventRequest) {
        self.init(
            eventType: request.eventType,
            title: request.title,
            clientId: request.clientId,
            prospectId: request.prospectId,
            startsAt: request.startsAt,
            endsAt: request.endsAt,
            location: request.location,
            notes: request.notes
        )
    }
}

extension EventChange {
    /// - Throws: `invalid_request` for a client and a prospect at once, or a status that can't be set.
    init(_ request: UpdateEventRequest) throws {
        self.init(
            startsAt: request.startsAt,
            endsAt: request.endsAt,
            eventType: request.eventType,
            title: request.title,
            person: try Person(request),
            location: request.location.replacement,
            notes: request.notes.replacement,
            status: request.status
        )
        if request.status == .scheduled {
            throw SpotterError.invalid("status can be set to completed or cancelled.")
        }
    }
}

extension EventChange.Person {
    fileprivate init?(_ request: UpdateEventRequest) throws {
        switch (request.clientId, request.prospectId) {
        case (.unchanged, .unchanged): return nil
        case (.set(let client), .unchanged), (.set(let client), .cleared): self = .client(client)
        case (.unchanged, .set(let prospect)), (.cleared, .set(let prospect)): self = .prospect(prospect)
        case (.set, .set): throw SpotterError.invalid("Give either a clientId or a prospectId.")
        case (.cleared, _), (_, .cleared): self = .nobody
        }
    }
}

import Domain
import Hummingbird
import Messaging
import Scheduling

/// A trainer's calendar, and anybody's reminders.
struct CalendarRoutes {
    /// Without from and to: the last week and the next four.
    static let weekSeconds: Int64 = 7 * 86_400

    let calendar: EventCalendar
    let reminders: Reminders
    let clock: any WallClock

    func add(to table: inout RouteTable) {
        addEvents(to: &table)
        addChanges(to: &table)
        addReminders(to: &table)
    }

    private func addEvents(to table: inout RouteTable) {
        let (calendar, clock) = (calendar, clock)
        table.on(
            .get,
            "/v1/calendar/events",
            "The trainer's events that touch an interval (to excluded)",
            query: ["from", "to"]
        ) { request, context in
            let now = clock.now()
            let from = try request.time("from") ?? now.adding(seconds: -Self.weekSeconds)
            let to = try request.time("to") ?? now.adding(seconds: 4 * Self.weekSeconds)
            let events = try await calendar.events(of: try context.requirePrincipal().actor, from: from, to: to)
            return JSONAnswer(.ok, EventsAnswer(events: events))
        }
        table.on(
            .post,
            "/v1/calendar/events",
            "Put an event into the calendar (trainer)",
            body:
                "eventType: string, title?: string, clientId?: string, prospectId?: string, startsAt: string, endsAt: string",
            status: .created
        ) { request, context in
            let body = try await request.decode(EventBody.self, context: context)
            let event = try await calendar.create(try body.event(), by: try context.requirePrincipal().actor)
            return JSONAnswer(.created, EventAnswer(event: event))
        }
    }

    private func addChanges(to table: inout RouteTable) {
        let calendar = calendar
        table.on(
            .patch,
            "/v1/calendar/events/{eventId}",
            "Move, rename, complete or cancel an event",
            body: "startsAt?: string, endsAt?: string, title?: string, status?: string"
        ) { request, context in
            let body = try await request.decode(ChangeBody.self, context: context)
            let id: EventID = try context.id("eventId", what: "event")
            let actor = try context.requirePrincipal().actor
            var event = try await calendar.event(id, for: actor)
            if body.startsAt != nil || body.endsAt != nil {
                event = try await calendar.reschedule(
                    id,
                    from: body.startsAt ?? event.startsAt,
                    to: body.endsAt ?? event.endsAt,
                    by: actor
                )
            }
            if let title = body.title { event = try await calendar.rename(id, to: title, by: actor) }
            switch body.status.map({ EventStatus(rawValue: $0) }) {
            case .none: break
            case .some(.completed): event = try await calendar.complete(id, by: actor)
            case .some(.cancelled): event = try await calendar.cancel(id, by: actor)
            default: throw SpotterError.invalid("status can be set to completed or cancelled.")
            }
            return JSONAnswer(.ok, EventAnswer(event: event))
        }
        table.on(.delete, "/v1/calendar/events/{eventId}", "Delete an event", status: .noContent) { _, context in
            try await calendar.delete(
                try context.id("eventId", what: "event"),
                by: try context.requirePrincipal().actor
            )
            return Response(status: .noContent)
        }
    }

    private func addReminders(to table: inout RouteTable) {
        let reminders = reminders
        table.on(.get, "/v1/reminders", "One's reminders, by when they are due") { _, context in
            let list = try await reminders.list(for: try context.requirePrincipal().actor)
            return JSONAnswer(.ok, RemindersAnswer(reminders: list))
        }
        table.on(
            .post,
            "/v1/reminders",
            "Set a reminder",
            body: "text: string, dueAt: string, clientId?: string, recurrence?: string",
            status: .created
        ) { request, context in
            let body = try await request.decode(ReminderBody.self, context: context)
            let reminder = try await reminders.create(try body.reminder(), by: try context.requirePrincipal().actor)
            return JSONAnswer(.created, ReminderAnswer(reminder: reminder))
        }
        table.on(.post, "/v1/reminders/{reminderId}/complete", "It's done") { _, context in
            let reminder = try await reminders.complete(
                try context.id("reminderId", what: "reminder"),
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, ReminderAnswer(reminder: reminder))
        }
        table.on(.delete, "/v1/reminders/{reminderId}", "Delete a reminder", status: .noContent) { _, context in
            try await reminders.delete(
                try context.id("reminderId", what: "reminder"),
                by: try context.requirePrincipal().actor
            )
            return Response(status: .noContent)
        }
    }

    private struct EventBody: Decodable {
        let eventType: String
        let title: String?
        let clientId: String?
        let prospectId: String?
        let startsAt: Timestamp
        let endsAt: Timestamp

        func event() throws -> NewEvent {
            guard let type = EventType(rawValue: eventType) else {
                throw SpotterError.invalid("eventType must be training, call or adhoc.")
            }
            return NewEvent(
                eventType: type,
                title: title,
                clientId: try person(clientId, what: "client"),
                prospectId: try person(prospectId, what: "prospect"),
                startsAt: startsAt,
                endsAt: endsAt
            )
        }
    }

    private struct ChangeBody: Decodable {
        let startsAt: Timestamp?
        let endsAt: Timestamp?
        let title: String?
        let status: String?
    }

    private struct ReminderBody: Decodable {
        let text: String
        let dueAt: Timestamp
        let clientId: String?
        let recurrence: String?

        func reminder() throws -> NewReminder {
            NewReminder(
                text: text,
                dueAt: dueAt,
                clientId: try person(clientId, what: "client"),
                recurrence: recurrence
            )
        }
    }

    private struct EventAnswer: Encodable { let event: CalendarEvent }
    private struct EventsAnswer: Encodable { let events: [CalendarEvent] }
    private struct ReminderAnswer: Encodable { let reminder: Reminder }
    private struct RemindersAnswer: Encodable { let reminders: [Reminder] }
}

/// An optional id in a body; one that can't be an id is nobody's.
private func person<Entity>(_ text: String?, what: String) throws -> ID<Entity>? {
    guard let text else { return nil }
    guard let id = ID<Entity>(text) else { throw SpotterError.notFound(what) }
    return id
}

import Accounts
import Domain
import Hummingbird
import Messaging
import Scheduling
import SpotterAPI

/// A trainer's calendar, a client's appointments, and any user's reminders.
struct CalendarRoutes {
    /// The default range without `from` and `to` is the last week and the next four.
    static let weekSeconds: Int64 = 7 * 86_400

    let calendar: EventCalendar
    let reminders: Reminders
    let clock: any WallClock

    func add(to table: inout RouteTable) {
        table.tag = .calendar
        addEvents(to: &table)
        addChanges(to: &table)
        addReminders(to: &table)
    }

    private func addEvents(to table: inout RouteTable) {
        let (calendar, clock) = (calendar, clock)
        table.on(
            .get,
            "/v1/calendar/events",
            "listEvents",
            "One's appointments that touch an interval (to excluded): a trainer's calendar, or a client's own",
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
            .post,
            "/v1/calendar/events",
            "createEvent",
            "Put an event into the calendar (trainer)",
            body: NewEventRequest.self,
            response: .json(EventResponse.self, .created)
        ) { request, context in
            let body = try await request.decode(NewEventRequest.self, context: context)
            let event = try await calendar.create(NewEvent(body), by: try context.requirePrincipal().actor)
            return JSONResponse(.created, EventResponse(event: event))
        }
    }

    private func addChanges(to table: inout RouteTable) {
        let calendar = calendar
        table.on(
            .patch,
            "/v1/calendar/events/{eventId}",
            "updateEvent",
            "Move, rename, complete or cancel an event",
            body: UpdateEventRequest.self,
            response: .json(EventResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateEventRequest.self, context: context)
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
            switch body.status {
            case nil: break
            case .completed: event = try await calendar.complete(id, by: actor)
            case .cancelled: event = try await calendar.cancel(id, by: actor)
            case .scheduled: throw SpotterError.invalid("status can be set to completed or cancelled.")
            }
            return JSONResponse(EventResponse(event: event))
        }
        table.on(
            .delete,
            "/v1/calendar/events/{eventId}",
            "deleteEvent",
            "Delete an event",
            response: .noContent
        ) { _, context in
            try await calendar.delete(
                try context.id("eventId", what: "event"),
                by: try context.requirePrincipal().actor
            )
            return Response(status: .noContent)
        }
    }

    private func addReminders(to table: inout RouteTable) {
        let (reminders, clock) = (reminders, clock)
        table.on(
            .get,
            "/v1/reminders",
            "listReminders",
            "One's reminders, by when they are due",
            response: .json(RemindersResponse.self)
        ) { _, context in
            let list = try await reminders.list(for: try context.requirePrincipal().actor)
            return JSONResponse(RemindersResponse(reminders: list))
        }
        table.on(
            .post,
            "/v1/reminders",
            "createReminder",
            "Set a reminder",
            body: NewReminderRequest.self,
            response: .json(ReminderResponse.self, .created)
        ) { request, context in
            let body = try await request.decode(NewReminderRequest.self, context: context)
            let reminder = try await reminders.create(NewReminder(body), by: try context.requirePrincipal().actor)
            return JSONResponse(.created, ReminderResponse(reminder: reminder))
        }
        table.on(
            .post,
            "/v1/reminders/{reminderId}/complete",
            "completeReminder",
            "It's done",
            response: .json(ReminderResponse.self)
        ) { _, context in
            let reminder = try await reminders.complete(
                try context.id("reminderId", what: "reminder"),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(ReminderResponse(reminder: reminder))
        }
        table.on(
            .post,
            "/v1/reminders/{reminderId}/snooze",
            "snoozeReminder",
            "Put a reminder off until a time or for some minutes",
            body: SnoozeRequest.self,
            response: .json(ReminderResponse.self)
        ) { request, context in
            let body = try await request.decode(SnoozeRequest.self, context: context)
            let reminder = try await reminders.snooze(
                try context.id("reminderId", what: "reminder"),
                until: try body.end(after: clock.now()),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(ReminderResponse(reminder: reminder))
        }
        table.on(
            .delete,
            "/v1/reminders/{reminderId}",
            "deleteReminder",
            "Delete a reminder",
            response: .noContent
        ) { _, context in
            try await reminders.delete(
                try context.id("reminderId", what: "reminder"),
                by: try context.requirePrincipal().actor
            )
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
            endsAt: request.endsAt
        )
    }
}

extension NewReminder {
    init(_ request: NewReminderRequest) {
        self.init(
            text: request.text,
            dueAt: request.dueAt,
            clientId: request.clientId,
            recurrence: request.recurrence
        )
    }
}

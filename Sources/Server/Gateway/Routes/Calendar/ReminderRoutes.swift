import Accounts
import Domain
import Hummingbird
import Scheduling
import SpotterAPI

/// Any user's reminders.
struct ReminderRoutes {
    let reminders: Reminders
    let clock: any WallClock

    func add(to table: inout RouteTable) {
        table.tag = .calendar
        let (reminders, clock) = (reminders, clock)
        table.on(
            .get,
            "/v1/reminders",
            "listReminders",
            "List the user's reminders, by when they are due",
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
            response: .json(ReminderResponse.self, .created),
            cost: .light
        ) { request, context in
            let body = try await request.decode(NewReminderRequest.self, context: context)
            let reminder = try await reminders.create(NewReminder(body), by: try context.requirePrincipal().actor)
            return JSONResponse(.created, ReminderResponse(reminder: reminder))
        }
        table.on(
            .post,
            "/v1/reminders/{reminderId}/complete",
            "completeReminder",
            "Mark a reminder as done",
            response: .json(ReminderResponse.self),
            cost: .light
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
            response: .json(ReminderResponse.self),
            cost: .light
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

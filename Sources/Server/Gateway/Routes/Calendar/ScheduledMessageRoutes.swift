import Accounts
import Domain
import Hummingbird
import Scheduling
import SpotterAPI

/// Messages that are sent later, and the hours in which a user doesn't want any.
struct ScheduledMessageRoutes {
    let scheduled: ScheduledMessages

    func add(to table: inout RouteTable) {
        table.tag = .messages
        addMessages(to: &table)
        addOne(to: &table)
        addQuietHours(to: &table)
    }

    private func addMessages(to table: inout RouteTable) {
        let scheduled = scheduled
        table.on(
            .post,
            "/v1/scheduled-messages",
            "scheduleMessage",
            "Send a message later, once or recurring; a repeat of clientMessageId returns the first",
            body: NewScheduledMessageRequest.self,
            response: .json(ScheduledMessageResponse.self, .created, .ok),
            cost: .light
        ) { request, context in
            let body = try await request.decode(NewScheduledMessageRequest.self, context: context)
            let made = try await scheduled.create(
                try NewScheduledMessage(body),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(
                made.isNew ? .created : .ok,
                ScheduledMessageResponse(scheduledMessage: made.message)
            )
        }
        table.on(
            .get,
            "/v1/scheduled-messages",
            "listScheduledMessages",
            "List the user's scheduled messages, the next one first; those that have ended follow",
            response: .json(ScheduledMessagesResponse.self)
        ) { _, context in
            let list = try await scheduled.list(for: try context.requirePrincipal().actor)
            return JSONResponse(ScheduledMessagesResponse(scheduledMessages: list))
        }
    }

    private func addOne(to table: inout RouteTable) {
        let scheduled = scheduled
        table.on(
            .get,
            "/v1/scheduled-messages/{scheduledMessageId}",
            "getScheduledMessage",
            "Get a scheduled message",
            response: .json(ScheduledMessageResponse.self)
        ) { _, context in
            let id: ScheduledMessageID = try context.id("scheduledMessageId", what: "scheduled message")
            let message = try await scheduled.message(id, for: try context.requirePrincipal().actor)
            return JSONResponse(ScheduledMessageResponse(scheduledMessage: message))
        }
        table.on(
            .patch,
            "/v1/scheduled-messages/{scheduledMessageId}",
            "updateScheduledMessage",
            "Change a scheduled message; one that failed or was stopped is scheduled anew",
            body: UpdateScheduledMessageRequest.self,
            response: .json(ScheduledMessageResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateScheduledMessageRequest.self, context: context)
            let message = try await scheduled.change(
                try context.id("scheduledMessageId", what: "scheduled message"),
                try NewScheduledMessage.Change(body),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(ScheduledMessageResponse(scheduledMessage: message))
        }
        table.on(
            .delete,
            "/v1/scheduled-messages/{scheduledMessageId}",
            "cancelScheduledMessage",
            "Cancel a scheduled message, or take one that has ended from the list",
            response: .noContent
        ) { _, context in
            try await scheduled.delete(
                try context.id("scheduledMessageId", what: "scheduled message"),
                by: try context.requirePrincipal().actor
            )
            return Response(status: .noContent)
        }
    }

    private func addQuietHours(to table: inout RouteTable) {
        let quietHours = scheduled.quietHours
        table.on(
            .get,
            "/v1/me/quiet-hours",
            "getQuietHours",
            "The user's quiet hours: nothing is notified then, and nothing scheduled is sent to them in direct chats",
            response: .json(QuietHoursBody.self)
        ) { _, context in
            let hours = try await quietHours.hours(of: try context.requirePrincipal().actor)
            return JSONResponse(QuietHoursBody(quietHours: hours))
        }
        table.on(
            .put,
            "/v1/me/quiet-hours",
            "setQuietHours",
            "Set the quiet hours, as HH:MM of the user's own time zone; null for none",
            body: QuietHoursBody.self,
            response: .json(QuietHoursBody.self)
        ) { request, context in
            let body = try await request.decode(QuietHoursBody.self, context: context)
            try await quietHours.set(body.quietHours, by: try context.requirePrincipal().actor)
            return JSONResponse(body)
        }
    }
}

extension NewScheduledMessage {
    /// - Throws: `invalid_request` unless exactly one field tells the start.
    init(_ request: NewScheduledMessageRequest) throws {
        let start = try Start(sendAt: request.sendAt, local: request.sendAtLocal, when: request.when)
        guard let start else { throw SpotterError.invalid("Give one of sendAt, sendAtLocal and when.") }
        self.init(
            chatId: request.chatId,
            clientMessageId: request.clientMessageId,
            text: request.text,
            start: start,
            rrule: request.rrule,
            stopOnReply: request.stopOnReply ?? false,
            quietHours: request.quietHours,
            zone: request.zone
        )
    }
}

extension NewScheduledMessage.Change {
    /// - Throws: `invalid_request` if several fields tell the start.
    init(_ request: UpdateScheduledMessageRequest) throws {
        self.init(
            text: request.text,
            start: try NewScheduledMessage.Start(
                sendAt: request.sendAt,
                local: request.sendAtLocal,
                when: request.when
            ),
            rrule: request.rrule.replacement,
            stopOnReply: request.stopOnReply,
            quietHours: request.quietHours.replacement,
            zone: request.zone.replacement
        )
    }
}

extension NewScheduledMessage.Start {
    /// - Throws: `invalid_request` if there are several.
    fileprivate init?(sendAt: Timestamp?, local: String?, when: String?) throws {
        switch (sendAt, local, when) {
        case (nil, nil, nil): return nil
        case (let instant?, nil, nil): self = .at(instant)
        case (nil, let local?, nil): self = .local(local)
        case (nil, nil, let words?): self = .words(words)
        default: throw SpotterError.invalid("Give one of sendAt, sendAtLocal and when.")
        }
    }
}

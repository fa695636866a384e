import Accounts
import Domain
import HTTPTypes
import Hummingbird
import Messaging
import SpotterAPI

/// Who waits for an answer.
struct InboxRoutes {
    let inbox: Inbox
    let clock: any WallClock

    func add(to table: inout RouteTable) {
        table.tag = .chats
        let (inbox, clock) = (inbox, clock)
        table.on(
            .get,
            "/v1/inbox",
            "listInbox",
            "The chats in which somebody waits for an answer, longest first",
            query: [QueryParameter("snoozed", Bool.self, "also those that are snoozed")],
            response: .json(InboxResponse.self)
        ) { request, context in
            let items = try await inbox.items(
                for: try context.requirePrincipal().actor,
                includesSnoozed: try request.parameter("snoozed") ?? false
            )
            return JSONResponse(InboxResponse(items: items))
        }
        table.on(
            .post,
            "/v1/inbox/{chatId}/snooze",
            "snoozeChat",
            "Hide a chat from the inbox for a time; a new message shows it again",
            body: SnoozeRequest.self,
            response: .json(InboxStateResponse.self),
            cost: .light
        ) { request, context in
            let body = try await request.decode(SnoozeRequest.self, context: context)
            let state = try await inbox.snooze(
                try context.chatId(),
                until: try body.end(after: clock.now()),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(InboxStateResponse(state: state))
        }
        table.on(
            .delete,
            "/v1/inbox/{chatId}/snooze",
            "unsnoozeChat",
            "Show a snoozed chat again",
            response: .json(InboxStateResponse.self)
        ) { _, context in
            let actor = try context.requirePrincipal().actor
            let state = try await inbox.snooze(try context.chatId(), until: nil, by: actor)
            return JSONResponse(InboxStateResponse(state: state))
        }
        table.on(
            .post,
            "/v1/inbox/{chatId}/done",
            "finishChat",
            "Take a chat out of the inbox until somebody writes there",
            response: .json(InboxStateResponse.self),
            cost: .light
        ) { _, context in
            let state = try await inbox.done(
                try context.chatId(),
                by: try context.requirePrincipal().actor
            )
            return JSONResponse(InboxStateResponse(state: state))
        }
        table.on(
            .delete,
            "/v1/inbox/{chatId}/done",
            "reopenChat",
            "Bring a chat that was done back: what came after the user's last message waits again",
            response: .json(InboxStateResponse.self)
        ) { _, context in
            let state = try await inbox.reopen(try context.chatId(), by: try context.requirePrincipal().actor)
            return JSONResponse(InboxStateResponse(state: state))
        }
    }
}

import Accounts
import Assistant
import Domain
import Hummingbird
import SpotterAPI

/// What there is to do in a chat, and what a message or a chat suggests. Nothing is executed here: what changes something is
/// proposed, and confirmed as always.
struct InsightRoutes {
    let assistant: AssistantService

    func add(to table: inout RouteTable) {
        table.tag = .assistant
        addInsights(to: &table)
        addReminders(to: &table)
        addMeetings(to: &table)
        addVotes(to: &table)
    }

    private func addVotes(to table: inout RouteTable) {
        let assistant = assistant
        table.on(
            .post,
            "/v1/chats/{chatId}/meeting-votes",
            "askForVotes",
            "Propose a message that offers times by number, to be confirmed; its readers vote by reactions (trainer)",
            body: AskForVotesRequest.self,
            response: .json(SuggestedProposalsResponse.self),
            limit: .quota(.searches)
        ) { request, context in
            let body = try await request.decode(AskForVotesRequest.self, context: context)
            return JSONResponse(
                try await assistant.askForVotes(
                    in: try context.id("chatId", what: "chat"),
                    body,
                    by: try context.requirePrincipal()
                )
            )
        }
        table.on(
            .get,
            "/v1/chats/{chatId}/messages/{messageId}/votes",
            "getVotes",
            "What a message offers by number, and who has voted for which by a reaction",
            response: .json(MeetingVotes.self),
            limit: .quota(.searches)
        ) { _, context in
            JSONResponse(
                try await assistant.votes(
                    on: try context.id("messageId", what: "message"),
                    in: try context.id("chatId", what: "chat"),
                    by: try context.requirePrincipal()
                )
            )
        }
    }

    private func addInsights(to table: inout RouteTable) {
        let assistant = assistant
        table.on(
            .get,
            "/v1/chats/{chatId}/insights",
            "getChatInsights",
            "What is to be done, was decided and is urgent in a chat; each with its message",
            query: [QueryParameter("since", Timestamp.self), QueryParameter("until", Timestamp.self)],
            response: .json(ChatInsights.self),
            limit: .quota(.searches)
        ) { request, context in
            JSONResponse(
                try await assistant.insights(
                    of: try context.id("chatId", what: "chat"),
                    since: try request.time("since"),
                    until: try request.time("until"),
                    by: try context.requirePrincipal()
                )
            )
        }
        table.on(
            .patch,
            "/v1/chats/{chatId}/action-items/{actionItemId}",
            "updateActionItem",
            "Mark a task as done, or as open again, for everybody in the chat",
            body: UpdateActionItemRequest.self,
            response: .json(ActionItemResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateActionItemRequest.self, context: context)
            let item = try await assistant.update(
                try context.id("actionItemId", what: "action item"),
                in: try context.id("chatId", what: "chat"),
                body,
                by: try context.requirePrincipal()
            )
            return JSONResponse(ActionItemResponse(actionItem: item))
        }
    }

    private func addReminders(to table: inout RouteTable) {
        let assistant = assistant
        let path = "/v1/messages/{messageId}/reminder-suggestion"
        table.on(
            .get,
            path,
            "suggestReminder",
            "The reminder that a message suggests; nothing is stored",
            response: .json(ReminderSuggestion.self),
            limit: .quota(.searches)
        ) { _, context in
            JSONResponse(
                try await assistant.reminderSuggestion(
                    for: try context.id("messageId", what: "message"),
                    by: try context.requirePrincipal()
                )
            )
        }
        table.on(
            .post,
            path,
            "proposeReminder",
            "Propose the reminder that a message suggests, to be confirmed",
            body: ProposeReminderRequest.self,
            response: .json(SuggestedProposalsResponse.self),
            limit: .quota(.searches)
        ) { request, context in
            let body = try await request.decode(ProposeReminderRequest.self, context: context)
            return JSONResponse(
                try await assistant.proposeReminder(
                    for: try context.id("messageId", what: "message"),
                    body,
                    by: try context.requirePrincipal()
                )
            )
        }
    }

    private func addMeetings(to table: inout RouteTable) {
        let assistant = assistant
        let path = "/v1/chats/{chatId}/meeting-suggestions"
        table.on(
            .get,
            path,
            "suggestMeeting",
            "Times at which the members of a chat could meet (trainer); nothing is stored",
            query: [QueryParameter("minutes", Int.self, range: 5...480)],
            response: .json(MeetingSuggestions.self),
            limit: .quota(.searches)
        ) { request, context in
            JSONResponse(
                try await assistant.meetingSuggestions(
                    in: try context.id("chatId", what: "chat"),
                    minutes: try request.parameter("minutes"),
                    by: try context.requirePrincipal()
                )
            )
        }
        table.on(
            .post,
            path,
            "proposeMeeting",
            "Propose an event at one of the times and a message about it, to be confirmed (trainer)",
            body: ProposeMeetingRequest.self,
            response: .json(SuggestedProposalsResponse.self),
            limit: .quota(.searches)
        ) { request, context in
            let body = try await request.decode(ProposeMeetingRequest.self, context: context)
            return JSONResponse(
                try await assistant.proposeMeeting(
                    in: try context.id("chatId", what: "chat"),
                    body,
                    by: try context.requirePrincipal()
                )
            )
        }
    }
}

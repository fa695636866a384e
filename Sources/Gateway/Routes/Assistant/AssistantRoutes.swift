import Assistant
import Domain
import HTTPTypes
import Hummingbird
import Messaging
import NIOCore

/// Questions to the assistant, answered whole or as a stream, and the conversations that they make.
struct AssistantRoutes {
    let assistant: AssistantService

    func add(to table: inout RouteTable) {
        addQuery(to: &table)
        addMessages(to: &table)
        addConversations(to: &table)
    }

    private func addQuery(to table: inout RouteTable) {
        let assistant = assistant
        table.on(
            .post,
            "/v1/assistant/query",
            "Ask; with Accept: text/event-stream the answer comes as it's made",
            body:
                "message: string, conversationId?: string, parentId?: string, timezone?: string, model?: string, locale?: string",
            limit: .quota(.questions)
        ) { request, context in
            let query = try await request.decode(AssistantQuery.self, context: context)
            let generation = try await assistant.query(query, by: try context.requirePrincipal())
            guard request.wantsEventStream else { return JSONAnswer(.ok, try await generation.answer()) }
            return AssistantEventStream.response(generation.events(), requestId: context.id)
        }
    }

    private func addMessages(to table: inout RouteTable) {
        let assistant = assistant
        table.on(.get, "/v1/assistant/messages/{messageId}/stream", "The events of an answer, from its start") {
            _,
            context in
            let events = try await assistant.reattach(
                try context.id("messageId", what: "message"),
                by: try context.requirePrincipal()
            )
            return AssistantEventStream.response(events, requestId: context.id)
        }
        table.on(.post, "/v1/assistant/messages/{messageId}/stop", "End an answer; what was there is kept") {
            _,
            context in
            let turn = try await assistant.stop(
                try context.id("messageId", what: "message"),
                by: try context.requirePrincipal()
            )
            return JSONAnswer(.ok, TurnAnswer(message: turn))
        }
        table.on(
            .post,
            "/v1/assistant/messages/{messageId}/regenerate",
            "Answer the same question anew, beside the old answer",
            body: "model?: string, timezone?: string"
        ) { request, context in
            let body = try await request.decode(RegenerateBody.self, context: context)
            let generation = try await assistant.regenerate(
                try context.id("messageId", what: "message"),
                model: body.model,
                timezone: body.timezone,
                by: try context.requirePrincipal()
            )
            guard request.wantsEventStream else { return JSONAnswer(.ok, try await generation.answer()) }
            return AssistantEventStream.response(generation.events(), requestId: context.id)
        }
    }

    private func addConversations(to table: inout RouteTable) {
        let assistant = assistant
        table.on(.get, "/v1/assistant/conversations", "One's conversations, latest first", query: ["limit", "before"]) {
            request,
            context in
            let before: ConversationID? = try request.parameter("before", as: ConversationID.self)
            let page = try await assistant.conversations.list(
                of: try context.requirePrincipal().actor,
                before: before,
                limit: try request.parameter("limit") ?? 50
            )
            return JSONAnswer(.ok, page)
        }
        table.on(.get, "/v1/assistant/conversations/{conversationId}", "A conversation with all its turns") {
            _,
            context in
            let tree = try await assistant.conversations.get(
                try context.id("conversationId", what: "conversation"),
                for: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, tree)
        }
        table.on(
            .patch,
            "/v1/assistant/conversations/{conversationId}",
            "Rename a conversation",
            body: "title: string"
        ) { request, context in
            let body = try await request.decode(TitleBody.self, context: context)
            let head = try await assistant.conversations.rename(
                try context.id("conversationId", what: "conversation"),
                to: body.title,
                by: try context.requirePrincipal().actor
            )
            return JSONAnswer(.ok, ConversationAnswer(conversation: head))
        }
        table.on(
            .delete,
            "/v1/assistant/conversations/{conversationId}",
            "Delete a conversation",
            status: .noContent
        ) { _, context in
            try await assistant.delete(
                try context.id("conversationId", what: "conversation"),
                by: try context.requirePrincipal()
            )
            return Response(status: .noContent)
        }
    }

    private struct RegenerateBody: Decodable {
        let model: String?
        let timezone: String?
    }
    private struct TitleBody: Decodable { let title: String }
    private struct TurnAnswer: Encodable { let message: ConversationTurn }
    private struct ConversationAnswer: Encodable { let conversation: ConversationHead }
}

extension Request {
    fileprivate var wantsEventStream: Bool {
        headers[.accept]?.lowercased().contains("text/event-stream") ?? false
    }
}

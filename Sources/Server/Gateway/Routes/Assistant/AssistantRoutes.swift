import Accounts
import Assistant
import Domain
import HTTPTypes
import Hummingbird
import ModelBudgets
import NIOCore
import SpotterAPI

/// Questions to the assistant, answered as one JSON body or as a stream.
struct AssistantRoutes {
    let assistant: AssistantService
    let follower: AnswerFollower

    func add(to table: inout RouteTable) {
        table.tag = .assistant
        addModels(to: &table)
        addQuery(to: &table)
        addMessages(to: &table)
        addSummaries(to: &table)
    }

    private func addQuery(to table: inout RouteTable) {
        let assistant = assistant
        table.on(
            .post,
            "/v1/assistant/query",
            "ask",
            "Ask the assistant; with Accept: text/event-stream the answer is streamed",
            body: AssistantQuery.self,
            response: .jsonOrStream(AssistantAnswer.self),
            limit: .quota(.questions)
        ) { request, context in
            let query = try await request.decode(AssistantQuery.self, context: context)
            let generation = try await assistant.query(query, by: try context.requirePrincipal())
            guard request.wantsEventStream else { return JSONResponse(try await generation.answer()) }
            return AssistantEventStream.response(generation.events(), requestId: context.id)
        }
    }

    private func addModels(to table: inout RouteTable) {
        let assistant = assistant
        table.on(
            .get,
            "/v1/assistant/models",
            "listModels",
            "The models that can answer, the default first",
            response: .json(AssistantModelsResponse.self),
            cost: .light
        ) { _, context in
            _ = try context.requirePrincipal()
            return JSONResponse(assistant.modelList)
        }
        table.on(
            .get,
            "/v1/me/usage",
            "getUsage",
            "What the user has used of the language models today and this month, and may use",
            response: .json(ModelUsageResponse.self),
            cost: .light
        ) { _, context in
            JSONResponse(try await assistant.budgets.usage(of: try context.requirePrincipal().userId))
        }
    }

    private func addMessages(to table: inout RouteTable) {
        let (assistant, follower) = (assistant, follower)
        table.on(
            .get,
            "/v1/assistant/messages/{messageId}/stream",
            "streamAnswer",
            "The events of an answer, from its start",
            response: .stream,
            cost: .light
        ) {
            _,
            context in
            let events = try await follower.events(
                of: try context.id("messageId", what: "message"),
                by: try context.requirePrincipal()
            )
            return AssistantEventStream.response(events, requestId: context.id)
        }
        table.on(
            .post,
            "/v1/assistant/messages/{messageId}/stop",
            "stopAnswer",
            "Stop an answer; what was there is kept",
            response: .json(TurnResponse.self),
            cost: .light
        ) {
            _,
            context in
            let turn = try await assistant.stop(
                try context.id("messageId", what: "message"),
                by: try context.requirePrincipal()
            )
            return JSONResponse(TurnResponse(message: turn))
        }
        table.on(
            .post,
            "/v1/assistant/messages/{messageId}/regenerate",
            "regenerateAnswer",
            "Answer the same question again, beside the old answer",
            body: RegenerateRequest.self,
            response: .jsonOrStream(AssistantAnswer.self),
            cost: .ownTurns
        ) { request, context in
            let body = try await request.decode(RegenerateRequest.self, context: context)
            let generation = try await assistant.regenerate(
                try context.id("messageId", what: "message"),
                model: body.model,
                timezone: body.timezone,
                by: try context.requirePrincipal()
            )
            guard request.wantsEventStream else { return JSONResponse(try await generation.answer()) }
            return AssistantEventStream.response(generation.events(), requestId: context.id)
        }
    }

    private func addSummaries(to table: inout RouteTable) {
        let assistant = assistant
        table.on(
            .post,
            "/v1/chats/{chatId}/summary",
            "summarizeChat",
            "What a chat, or a period of it, was about; every line cites its message",
            body: SummaryRequest.self,
            response: .json(ChatSummary.self),
            limit: .quota(.searches),
            cost: .ownTurns
        ) { request, context in
            let body = try await request.decode(SummaryRequest.self, context: context)
            return JSONResponse(
                try await assistant.summary(
                    of: try context.id("chatId", what: "chat"),
                    body,
                    by: try context.requirePrincipal()
                )
            )
        }
    }
}

extension Request {
    var wantsEventStream: Bool {
        headers[.accept]?.lowercased().contains("text/event-stream") ?? false
    }
}

import Accounts
import Assistant
import Domain
import Gateway
import Hummingbird
import SpotterAPI

/// `POST …/chat/completions`.
struct ChatRoutes {
    let services: OpenAIServices

    func add(to table: inout RouteTable, at path: OpenAIPath) {
        let services = services
        table.on(
            .post,
            path.of("/chat/completions"),
            path.id("createChatCompletion"),
            "Ask the assistant by OpenAI's chat completions; stream and function tools included",
            body: OpenAIRequestBody.self,
            response: .jsonOrStream(OpenAIResponseBody.self),
            failure: OpenAIFailureBody.self,
            limit: .quota(.questions)
        ) { request, context in
            let principal = try context.requirePrincipal()
            let chat = try ChatRequest(try await OpenAIRequestBody.read(request, context))
            let model = try services.models.answering(chat.model)
            try services.requireCaller(chat.supplied, model: model)
            if chat.supplied.isKept { try context.charge(.messageBytes, chat.question.utf8.count) }
            let generation = try await services.assistant.query(
                AssistantQuery(message: chat.question, model: model),
                with: chat.supplied,
                by: principal
            )
            let completion = ChatCompletion(
                id: "chatcmpl-\(OpenAIIdentifier.text(generation.messageId))",
                created: services.now,
                model: services.models.shownName(model),
                references: AnswerReferences(services.links, request, context),
                isKept: chat.supplied.isKept
            )
            guard chat.isStreamed else {
                let answer = try await generation.answer()
                return JSONResponse(completion.json(answer, calls: generation.toolCalls))
            }
            let encoder = ChatStreamEncoder(
                completion: completion,
                includesUsage: chat.includesUsage,
                calls: { generation.toolCalls }
            )
            return services.stream(of: generation, for: principal, isKept: chat.supplied.isKept)
                .response(generation.events(), encoder)
        }
    }
}

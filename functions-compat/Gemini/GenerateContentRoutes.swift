import Accounts
import Assistant
import Domain
import Gateway
import Hummingbird
import LanguageModels
import SpotterAPI

/// `generateContent`, `streamGenerateContent` and `countTokens`.
struct GenerateContentRoutes {
    let services: GeminiServices

    func add(to table: inout RouteTable, at path: GeminiPath) {
        let services = services
        table.on(
            .post,
            path.of("/models/{model}:generateContent"),
            path.id("generateContent"),
            "Ask the assistant by Gemini's API",
            body: GeminiRequestBody.self,
            query: Self.query,
            response: .json(GeminiResponseBody.self),
            failure: GeminiFailureBody.self,
            limit: .quota(.questions)
        ) { request, context in
            let (generation, answer) = try await Self.ask(request, context, services)
            return JSONResponse(answer.json(try await generation.answer(), calls: generation.toolCalls))
        }
        table.on(
            .post,
            path.of("/models/{model}:streamGenerateContent"),
            path.id("streamGenerateContent"),
            "Ask the assistant by Gemini's API; the answer comes as it is made: as events with alt=sse, else as a list",
            body: GeminiRequestBody.self,
            query: Self.query + [QueryParameter("alt", String.self)],
            response: .jsonOrStream(GeminiResponseBody.self),
            failure: GeminiFailureBody.self,
            limit: .quota(.questions)
        ) { request, context in
            let (generation, answer) = try await Self.ask(request, context, services)
            let isEventStream = request.uri.queryParameters["alt"] == "sse"
            var stream = AnswerStream<GeminiStreamEncoder>()
            if !isEventStream { stream.mediaType = "application/json; charset=utf-8" }
            let (assistant, principal) = (services.assistant, try context.requirePrincipal())
            stream.didAbandon = {
                await Task { _ = try? await assistant.stop(generation.messageId, by: principal) }.value
            }
            let encoder = GeminiStreamEncoder(answer, isEventStream: isEventStream) { generation.toolCalls }
            return stream.response(generation.events(), encoder)
        }
        // What the app Better asks for films; without this it would be told of another method.
        table.unlisted(.post, path.of("/models/{model}:predictLongRunning"), access: .open, cost: .light) { _, _ in
            throw GeminiFailure(
                code: .notImplemented,
                message:
                    "Films aren't made by this form; POST /api/chat/completions makes them, with a model that does.",
                status: "UNIMPLEMENTED"
            )
        }
        table.on(
            .post,
            path.of("/models/{model}:countTokens"),
            path.id("countTokens"),
            "About how many tokens a request has",
            body: GeminiRequestBody.self,
            query: Self.query,
            response: .json(GeminiResponseBody.self),
            failure: GeminiFailureBody.self,
            cost: .ownTurns
        ) { request, context in
            let named = GeminiModels.name(try context.parameters.require("model"))
            _ = try GeminiModels(models: services.models).answering(named)
            let body = GeminiFields(
                json: try await GeminiRequestBody.read(request, context, upTo: GeminiRequestBody.maxBytesWithFiles)
            )
            let asked = body.fields("generateContentRequest") ?? body
            var texts = try asked.fields("systemInstruction").map { [try GeminiContents.text(of: $0)] } ?? []
            _ = try GeminiContents.items(asked)
            for content in try asked.list("contents") { texts.append(try GeminiContents.text(of: content)) }
            guard texts.allSatisfy({ $0.utf8.count <= GeminiContents.maxTextBytes }) else {
                throw GeminiFailure.invalid("A text may have \(GeminiContents.maxTextBytes >> 10) KB.")
            }
            let tokens = texts.reduce(0) { $0 + AssistantService.estimatedTokens(of: $1) }
            return JSONResponse(["totalTokens": .integer(tokens)] as JSONValue)
        }
    }

    static let query = [QueryParameter("key", String.self, "an API key, for clients that can't send it in a header")]

    private static func ask(
        _ request: Request,
        _ context: AppContext,
        _ services: GeminiServices
    ) async throws -> (Generation, GeminiAnswer) {
        let named = GeminiModels.name(try context.parameters.require("model"))
        var model = try GeminiModels(models: services.models).answering(named)
        let principal = try context.requirePrincipal()
        let wanted = try GeminiRequest(
            try await GeminiRequestBody.read(request, context, upTo: GeminiRequestBody.maxBytesWithFiles),
            readsPages: services.assistant.readsPages
        )
        if wanted.files.contains(where: \.isPicture) { model = services.models.seeing(model) }
        guard wanted.supplied.toolChoice != .required || services.models.callsTools(model) else {
            throw GeminiFailure.invalid("Functions are called by a language model only, and this one calls none.")
        }
        var query = AssistantQuery(message: wanted.question, model: model)
        let fileBytes = wanted.files.reduce(0) { $0 + $1.bytes.count }
        if fileBytes > 0 { try context.charge(.mediaBytes, fileBytes) }
        query.mediaIds = try await services.files.stored(wanted.files, for: principal)
        let generation = try await services.assistant.query(query, with: wanted.supplied, by: principal)
        let answer = GeminiAnswer(
            model: services.models.shownName(model),
            id: OpenAIIdentifier.text(generation.messageId),
            references: AnswerReferences(services.links, request, context)
        )
        return (generation, answer)
    }
}

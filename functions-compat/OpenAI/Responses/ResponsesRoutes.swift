import Accounts
import Assistant
import Domain
import Gateway
import Hummingbird
import SpotterAPI

/// `POST …/responses` and what can be done with a response.
struct ResponsesRoutes {
    let services: OpenAIServices

    func add(to table: inout RouteTable, at path: OpenAIPath) {
        addCreation(to: &table, at: path)
        StoredResponseRoutes(services: services).add(to: &table, at: path)
    }

    private func addCreation(to table: inout RouteTable, at path: OpenAIPath) {
        let services = services
        table.on(
            .post,
            path.of("/responses"),
            path.id("createResponse"),
            "Ask the assistant by OpenAI's Responses; stream, function tools and branches included",
            body: OpenAIRequestBody.self,
            response: .jsonOrStream(OpenAIResponseBody.self),
            failure: OpenAIFailureBody.self,
            limit: .quota(.questions)
        ) { request, context in
            let principal = try context.requirePrincipal()
            let wanted = try ResponsesRequest(try await OpenAIRequestBody.read(request, context))
            let model = try services.models.answering(wanted.model)
            try services.requireCaller(wanted.settings, model: model)
            if wanted.settings.isKept { try context.charge(.messageBytes, wanted.dialogue.keptBytes) }
            let generation = try await Self.ask(wanted, model, services, principal)
            let object = ResponseObject(
                turn: generation.messageId,
                created: services.now,
                model: services.models.shownName(model),
                previous: wanted.previous,
                references: AnswerReferences(services.links, request, context),
                isKept: wanted.settings.isKept,
                echo: wanted.echo
            )
            if wanted.isStreamed {
                let encoder = ResponseStreamEncoder(object) {
                    .init(calls: generation.toolCalls, isStopped: generation.isStopped)
                }
                return services.stream(of: generation, for: principal, isKept: wanted.settings.isKept)
                    .response(generation.events(), encoder)
            }
            guard !wanted.isBackground else { return JSONResponse(object.begun) }
            let answer = try await generation.answer()
            return JSONResponse(
                object.json(answer, calls: generation.toolCalls, isStopped: generation.isStopped)
            )
        }
    }

    private static func ask(
        _ wanted: ResponsesRequest,
        _ model: String?,
        _ services: OpenAIServices,
        _ principal: Principal
    ) async throws -> Generation {
        guard let previous = wanted.previous else {
            let query = AssistantQuery(message: try wanted.question(), model: model, webSearch: wanted.webSearch)
            return try await services.assistant.query(query, with: wanted.settings, by: principal)
        }
        let record: AnswerRecord
        do {
            record = try await services.assistant.record(of: previous, for: principal)
        } catch let error as SpotterError where error.code == .notFound {
            throw ResponsesFailure.previousNotFound(ResponseID.text(previous))
        }
        let outputs = wanted.dialogue.outputs
        if let call = record.calls.first(where: { call in !outputs.contains { $0.callId == call.id } }) {
            throw ResponsesFailure.missingOutput(call.id)
        }
        if let other = outputs.first(where: { output in !record.calls.contains { $0.id == output.callId } }) {
            throw OpenAIFailure.invalid(
                "No tool call found for function call output with call_id \(other.callId).",
                param: "input"
            )
        }
        if wanted.dialogue.question == nil, !outputs.isEmpty {
            return try await services.assistant.resume(
                previous,
                with: outputs,
                wanted.settings,
                model: model,
                by: principal
            )
        }
        var settings = wanted.settings
        settings.turns = outputs.map { .init(role: .assistant, text: "(a tool gave: \($0.content))") } + settings.turns
        let query = AssistantQuery(
            message: try wanted.question(),
            conversationId: record.conversationId,
            parent: .turn(previous),
            model: model,
            webSearch: wanted.webSearch
        )
        return try await services.assistant.query(query, with: settings, by: principal)
    }
}

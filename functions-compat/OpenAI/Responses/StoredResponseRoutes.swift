import Accounts
import Assistant
import Domain
import Gateway
import Hummingbird
import SpotterAPI

/// Retrieves, cancels and deletes responses.
struct StoredResponseRoutes {
    let services: OpenAIServices

    func add(to table: inout RouteTable, at path: OpenAIPath) {
        addReading(to: &table, at: path)
        addChanges(to: &table, at: path)
    }

    private func addReading(to table: inout RouteTable, at path: OpenAIPath) {
        let services = services
        table.on(
            .get,
            path.of("/responses/{response}"),
            path.id("getResponse"),
            "A response; with stream=true its events, from the one after starting_after on",
            query: [
                QueryParameter("stream", Bool.self), QueryParameter("starting_after", Int.self, range: 0...1_000_000),
            ],
            response: .jsonOrStream(OpenAIResponseBody.self),
            failure: OpenAIFailureBody.self
        ) { request, context in
            let principal = try context.requirePrincipal()
            let record = try await Self.record(context, services, principal)
            let object = ResponseObject(record, AnswerReferences(services.links, request, context))
            guard request.uri.queryParameters["stream"] == "true" else { return JSONResponse(object.json(record)) }
            let after: Int? = try request.parameter("starting_after")
            let events = try await services.assistant.events(of: record.answer.id, for: principal)
            let encoder = ResponseStreamEncoder(object, startingAfter: after ?? -1) {
                let (calls, isStopped) = events.ending()
                return .init(calls: calls, isStopped: isStopped)
            }
            return AnswerStream<ResponseStreamEncoder>().response(events.stream, encoder)
        }
        table.on(
            .get,
            path.of("/responses/{response}/input_items"),
            path.id("listInputItems"),
            "What a response was asked with",
            query: [
                QueryParameter("limit", Int.self, range: 1...100), QueryParameter("after", String.self),
                QueryParameter("order", String.self),
            ],
            response: .json(OpenAIResponseBody.self),
            failure: OpenAIFailureBody.self
        ) { request, context in
            let record = try await Self.record(context, services, try context.requirePrincipal())
            return JSONResponse(try Self.page(ResponseInput.items(of: record), request))
        }
    }

    private func addChanges(to table: inout RouteTable, at path: OpenAIPath) {
        let services = services
        table.on(
            .post,
            path.of("/responses/{response}/cancel"),
            path.id("cancelResponse"),
            "Stop a response that is being made; what there is of it is kept",
            response: .json(OpenAIResponseBody.self),
            failure: OpenAIFailureBody.self,
            cost: .light
        ) { request, context in
            let principal = try context.requirePrincipal()
            let found = try await Self.record(context, services, principal)
            try await services.assistant.stop(found.answer.id, by: principal)
            let record = try await services.assistant.record(of: found.answer.id, for: principal)
            let object = ResponseObject(record, AnswerReferences(services.links, request, context))
            return JSONResponse(object.json(record))
        }
        table.on(
            .delete,
            path.of("/responses/{response}"),
            path.id("deleteResponse"),
            "Delete a response with its question and everything that follows it",
            response: .json(OpenAIResponseBody.self),
            failure: OpenAIFailureBody.self
        ) { _, context in
            let principal = try context.requirePrincipal()
            let record = try await Self.record(context, services, principal)
            try await services.assistant.deleteAnswer(record, by: principal)
            return JSONResponse(
                [
                    "id": .string(ResponseID.text(record.answer.id)), "object": "response", "deleted": true,
                ] as JSONValue
            )
        }
    }

    /// - Throws: `OpenAIFailure` with 404 unless the response is the caller's.
    private static func record(
        _ context: AppContext,
        _ services: OpenAIServices,
        _ principal: Principal
    ) async throws -> AnswerRecord {
        let id = try context.parameters.require("response")
        guard let turn = ResponseID.turn(id) else { throw ResponsesFailure.notFound(id) }
        do {
            return try await services.assistant.record(of: turn, for: principal)
        } catch let error as SpotterError where error.code == .notFound {
            throw ResponsesFailure.notFound(id)
        }
    }

    /// One page of a list, newest first unless the request says otherwise.
    private static func page(_ items: [JSONValue], _ request: Request) throws -> JSONValue {
        let query = request.uri.queryParameters
        let limit: Int = try request.parameter("limit") ?? 20
        guard (1...100).contains(limit) else { throw OpenAIFailure.invalid("limit must be 1 to 100.", param: "limit") }
        let order = query["order"] ?? "desc"
        guard ["asc", "desc"].contains(order) else {
            throw OpenAIFailure.invalid("order must be asc or desc.", param: "order")
        }
        var list = order == "asc" ? items : items.reversed()
        if let after = query["after"] {
            let place = list.firstIndex { $0["id"]?.string == String(after) }
            list = place.map { Array(list[($0 + 1)...]) } ?? []
        }
        let page = Array(list.prefix(limit))
        return [
            "object": "list", "data": .array(page), "first_id": page.first?["id"] ?? .null,
            "last_id": page.last?["id"] ?? .null, "has_more": .bool(list.count > limit),
        ]
    }
}

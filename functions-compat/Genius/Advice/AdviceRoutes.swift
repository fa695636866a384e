import Accounts
import Assistant
import Domain
import Gateway
import HTTPTypes
import Hummingbird
import SpotterAPI

/// `POST /advice` and `POST /advice-non-streaming`.
struct AdviceRoutes {
    let services: GeniusServices

    func add(to table: inout RouteTable) {
        let services = services
        table.on(
            .post,
            "/advice",
            "streamGeniusAdvice",
            "Ask for advice as the app Genius does; an equal request within a second gets the same answer",
            body: AdviceBody.self,
            response: .stream,
            failure: GeniusFailureBody.self,
            cost: .ownTurns
        ) { request, context in
            let asked = try await Self.ask(request, context, services)
            let stream = AnswerStream<AdviceStreamEncoder>()
            var response = stream.response(asked.generation.events(), AdviceStreamEncoder(notes: asked.notes))
            response.headers[.connection] = "keep-alive"
            return response
        }
        table.on(
            .post,
            "/advice-non-streaming",
            "getGeniusAdvice",
            "The same advice as one object; the header X-Response-Id has its id",
            body: AdviceBody.self,
            response: .json(StructuredAdvice.self),
            failure: GeniusFailureBody.self,
            cost: .ownTurns
        ) { request, context in
            let generation = try await Self.ask(request, context, services).generation
            var response = try JSONResponse(GivenAdvice(try await generation.answer()).json).response()
            if let name = HTTPField.Name("X-Response-Id") {
                response.headers[name] = ResponseID.text(generation.messageId)
            }
            return response
        }
    }

    /// A request that came before is neither counted nor asked again.
    private static func ask(
        _ request: Request,
        _ context: AppContext,
        _ services: GeniusServices
    ) async throws -> AskedAdvice {
        let principal = try context.requirePrincipal()
        let body = try await request.bytes(upTo: AdviceBody.maxBytes)
        let key = RecentRequests<AskedAdvice>.Key(principal, path: request.uri.path, body: body)
        return try await services.requests.value(key) {
            let wanted = try AdviceRequest(try await JSONValue.object(body, context))
            try context.charge(.questions, 1)
            try context.charge(.messageBytes, wanted.question.utf8.count)
            let pictureBytes = wanted.pictures.reduce(0) { $0 + $1.bytes.count }
            if pictureBytes > 0 { try context.charge(.mediaBytes, pictureBytes) }
            return try await AdviceQuestion(wanted: wanted, services: services, principal: principal).ask()
        }
    }
}

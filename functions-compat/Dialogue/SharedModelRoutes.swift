import Domain
package import Gateway
import Hummingbird
import SpotterAPI

/// `GET /v1/models`, which OpenAI's and Google's clients ask alike: a request with a key as Google's clients send it is
/// answered in Google's form, any other in OpenAI's.
package enum SharedModelRoutes {
    package static func add(to table: inout RouteTable, _ openAI: OpenAIServices, _ gemini: GeminiServices) {
        table.tag = .openAI
        table.contract = SharedContract()
        defer { table.contract = nil }
        let models = GeminiModels(models: gemini.models)
        ModelRoutes(services: openAI).add(to: &table, at: .native) { request, name in
            guard request.isGoogles else { return nil }
            return try JSONResponse(try name.map { try models.model(GeminiModels.name($0)) } ?? models.list).response()
        }
    }
}

extension Request {
    fileprivate var isGoogles: Bool { bearerToken == nil && googleKey != nil }
}

/// One of the two contracts, by the place of the key.
private struct SharedContract: RouteContract {
    private static func contract(of request: Request) -> any RouteContract {
        request.isGoogles ? GeminiContract() : OpenAIContract()
    }

    func token(of request: Request) -> Secret? { Self.contract(of: request).token(of: request) }

    func failure(_ error: SpotterError, of request: Request, requestId: String) throws -> Response {
        try Self.contract(of: request).failure(error, of: request, requestId: requestId)
    }

    func ownFailure(_ error: any Error, of request: Request, requestId: String) throws -> Response? {
        try Self.contract(of: request).ownFailure(error, of: request, requestId: requestId)
    }
}

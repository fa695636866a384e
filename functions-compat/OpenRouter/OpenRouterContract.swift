import Domain
import Gateway
import HTTPTypes
import Hummingbird
import ModelProxy

/// Errors as OpenAI has them, `{"error":{"message","type","param","code"}}`, always an object, with a code that is a
/// text. Better, an app to talk with language models, understands no other.
struct OpenRouterContract: RouteContract {
    func failure(_ error: SpotterError, of request: Request, requestId: String) throws -> Response {
        try OpenAIFailure(error).response()
    }

    func ownFailure(_ error: any Error, of request: Request, requestId: String) throws -> Response? {
        guard let refusal = error as? UpstreamRefusal else { return nil }
        var response = try OpenAIFailure(refusal).response()
        if let wait = refusal.retryAfter { response.headers[.retryAfter] = String(max(1, Int(wait / .seconds(1)))) }
        return response
    }
}

extension OpenAIFailure {
    init(_ refusal: UpstreamRefusal) {
        let isServers = refusal.status >= 500
        self.init(
            status: HTTPResponse.Status(code: refusal.status),
            type: refusal.type ?? (isServers ? "server_error" : "invalid_request_error"),
            message: refusal.message,
            code: refusal.code,
            isRetryable: isServers || refusal.status == 429
        )
    }
}

import Domain
import Gateway
import HTTPTypes
import Hummingbird
import SpotterAPI

/// The webhooks of Yaip, a messaging app whose assistant was a workflow server. Their header `Authorization` is the token
/// alone, without a scheme.
struct WebhookContract: RouteContract {
    func token(of request: Request) -> Secret? {
        if let token = request.bearerToken { return token }
        guard let header = request.headers[.authorization]?.trimmed, !header.isEmpty, !header.contains(" ") else {
            return nil
        }
        return Secret(header)
    }

    func failure(_ error: SpotterError, of request: Request, requestId: String) throws -> Response {
        try JSONResponse(error.code.status, WebhookFailure(error, requestId: requestId)).response()
    }
}

/// The body of a refused call. The app reads the status alone; the rest is for whoever looks for the reason.
struct WebhookFailure: APIValue {
    /// Always `false`.
    let success: Bool
    /// The HTTP status.
    let code: Int
    /// One of the server's error codes.
    let error: String
    let message: String
    @Nullable var retryAfterMs: Int?
    let requestId: String

    init(_ error: SpotterError, requestId: String) {
        success = false
        code = error.code.status.code
        self.error = error.code.rawValue
        message = error.message
        retryAfterMs = error.retryAfterMs
        self.requestId = requestId
    }

    static var example: WebhookFailure { WebhookFailure(.notAMember, requestId: "3f2a9c1e") }
}

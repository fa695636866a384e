import Domain
import Gateway
import HTTPTypes
import Hummingbird
import SpotterAPI

/// The errors of Google's APIs, `{"error":{"code","message","status","details"}}`, and their three places for a key.
struct GeminiContract: RouteContract {
    /// A bearer token, the header `x-goog-api-key`, or the parameter `key`.
    func token(of request: Request) -> Secret? { request.bearerToken ?? request.googleKey }

    func failure(_ error: SpotterError, of request: Request, requestId: String) throws -> Response {
        try GeminiFailure(error).response()
    }

    func ownFailure(_ error: any Error, of request: Request, requestId: String) throws -> Response? {
        switch error {
        case let error as GeminiFailure: try error.response()
        case let error as UnknownModel: try GeminiFailure(error).response()
        default: nil
        }
    }
}

extension Request {
    /// A key as Google's clients send it.
    var googleKey: Secret? {
        let header = HTTPField.Name("x-goog-api-key").flatMap { headers[$0] }
        let text = header ?? uri.queryParameters["key"].map { String($0) }
        return text.map { Secret($0.trimmed) }
    }
}

/// An error in Google's words.
struct GeminiFailure: Error {
    let code: HTTPResponse.Status
    let message: String
    let status: String
    var retryAfterMs: Int?

    static func invalid(_ message: String) -> GeminiFailure {
        GeminiFailure(code: .badRequest, message: message, status: "INVALID_ARGUMENT")
    }

    init(code: HTTPResponse.Status, message: String, status: String, retryAfterMs: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status
        self.retryAfterMs = retryAfterMs
    }

    init(_ error: UnknownModel) {
        self.init(
            code: .notFound,
            message: "models/\(error.name.prefix(100)) is not found here, or can't do that. Call ListModels.",
            status: "NOT_FOUND"
        )
    }

    init(_ error: SpotterError) {
        self.init(
            code: error.code.status,
            message: error.message,
            status: Self.status(of: error.code.status),
            retryAfterMs: error.retryAfterMs
        )
    }

    private static func status(of code: HTTPResponse.Status) -> String {
        switch code.code {
        case 401: "UNAUTHENTICATED"
        case 403: "PERMISSION_DENIED"
        case 404, 405, 410: "NOT_FOUND"
        case 409: "ABORTED"
        case 429: "RESOURCE_EXHAUSTED"
        case 400..<500: "INVALID_ARGUMENT"
        case 504: "DEADLINE_EXCEEDED"
        case 502, 503, 507: "UNAVAILABLE"
        default: "INTERNAL"
        }
    }

    var json: JSONValue {
        var error: [String: JSONValue] = [
            "code": .integer(code.code), "message": .string(message), "status": .string(status),
        ]
        if let retryAfterMs {
            let seconds = (retryAfterMs + 999) / 1000
            error["details"] = [
                ["@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": .string("\(seconds)s")]
            ]
        }
        return ["error": .object(error)]
    }

    func response() throws -> Response { try JSONResponse(code, json).response() }
}

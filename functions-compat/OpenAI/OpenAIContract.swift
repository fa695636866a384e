import Domain
import Gateway
import HTTPTypes
import Hummingbird
import SpotterAPI

/// The errors and headers of OpenAI's API: `{"error":{"message","type","param","code"}}`.
struct OpenAIContract: RouteContract {
    func failure(_ error: SpotterError, of request: Request, requestId: String) throws -> Response {
        var response = try OpenAIFailure(error).response()
        if let wait = error.retryAfterMs { response.headers[.retryAfterMs] = String(wait) }
        return response
    }

    func ownFailure(_ error: any Error, of request: Request, requestId: String) throws -> Response? {
        switch error {
        case let error as OpenAIFailure: try error.response()
        case let error as UnknownModel: try OpenAIFailure(error).response()
        default: nil
        }
    }

    func addHeaders(to response: inout Response, requestId: String) { response.headers[.xRequestId] = requestId }
}

/// An error in OpenAI's words.
struct OpenAIFailure: Error {
    let status: HTTPResponse.Status
    let type: String
    let message: String
    /// The field that is wrong.
    var param: String?
    let code: String?
    /// Whether the same request may succeed later. The SDKs repeat a request on 409, 429 and 5xx unless told otherwise.
    var isRetryable = false

    /// A request that can't be served as it is.
    static func invalid(_ message: String, param: String? = nil, code: String? = nil) -> OpenAIFailure {
        OpenAIFailure(
            status: .badRequest,
            type: "invalid_request_error",
            message: message,
            param: param,
            code: code
        )
    }

    /// A field with a value that Spotter has nothing for.
    static func unsupported(_ param: String, _ message: String) -> OpenAIFailure {
        invalid(message, param: param, code: "unsupported_parameter")
    }
}

extension OpenAIFailure {
    init(_ error: UnknownModel) {
        self.init(
            status: .notFound,
            type: "invalid_request_error",
            message:
                "The model '\(error.name.prefix(100))' does not exist here. GET /openai/v1/models lists those that do.",
            param: "model",
            code: "model_not_found"
        )
    }

    init(_ error: SpotterError) {
        let (type, code) = Self.words(for: error)
        self.init(
            status: error.code.status,
            type: type,
            message: error.message,
            code: code,
            isRetryable: error.retryable
        )
    }

    private static func words(for error: SpotterError) -> (type: String, code: String) {
        switch error.code {
        case .unauthorized, .tokenExpired, .invalidCredentials, .refreshReused:
            ("invalid_request_error", "invalid_api_key")
        case .rateLimited, .modelRateLimited: ("rate_limit_error", "rate_limit_exceeded")
        case .quotaExceeded: ("insufficient_quota", "insufficient_quota")
        default:
            switch error.code.status.kind {
            case .serverError: ("server_error", error.code.rawValue)
            default:
                (error.code.status == .forbidden ? "permission_error" : "invalid_request_error", error.code.rawValue)
            }
        }
    }

    var json: JSONValue {
        [
            "error": [
                "message": .string(message), "type": .string(type), "param": param.map { .string($0) } ?? .null,
                "code": code.map { .string($0) } ?? .null,
            ]
        ]
    }

    func response() throws -> Response {
        var response = try JSONResponse(status, json).response()
        response.headers[.xShouldRetry] = isRetryable ? "true" : "false"
        return response
    }
}

extension HTTPField.Name {
    private static func named(_ name: String) -> HTTPField.Name { Self(name) ?? .retryAfter }

    fileprivate static let retryAfterMs = named("retry-after-ms")
    fileprivate static let xRequestId = named("x-request-id")
    fileprivate static let xShouldRetry = named("x-should-retry")
}

import Domain
import Gateway
import HTTPTypes
import Hummingbird

/// The tokens and errors of the Matrix client-server API: `{"errcode":"M_FORBIDDEN","error":"…"}`.
struct MatrixContract: RouteContract {
    /// A bearer token, or the parameter `access_token` of older clients.
    func token(of request: Request) -> Secret? { request.bearerToken ?? request.matrixToken }

    func failure(_ error: SpotterError, of request: Request, requestId: String) throws -> Response {
        try MatrixFailure(error).response()
    }

    func ownFailure(_ error: any Error, of request: Request, requestId: String) throws -> Response? {
        try (error as? MatrixFailure)?.response()
    }
}

extension Request {
    fileprivate var matrixToken: Secret? {
        uri.queryParameters["access_token"].map { Secret(String($0).trimmed) }
    }
}

/// An error in Matrix' words.
struct MatrixFailure: Error {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    var retryAfterMs: Int?
    /// Whether a new log-in, or a refresh, continues where the client was.
    var isSoftLogout = false

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String) {
        (self.status, self.code, self.message) = (status, code, message)
    }

    init(_ error: SpotterError) {
        self.init(error.code.matrixStatus, error.code.matrixCode, error.message)
        retryAfterMs = error.retryAfterMs
        isSoftLogout = error.code == .tokenExpired
    }

    static let missingToken = MatrixFailure(.unauthorized, "M_MISSING_TOKEN", "Send an access token.")
    static let unknownRoom = MatrixFailure(SpotterError.notAMember)
    static let unknownEvent = MatrixFailure(.notFound, "M_NOT_FOUND", "There is no such event, or you may not see it.")
    static let unrecognized = MatrixFailure(.notFound, "M_UNRECOGNIZED", "This server doesn't have that call.")
    static let noEncryption = MatrixFailure(
        .forbidden,
        "M_FORBIDDEN",
        "Messages aren't encrypted end to end here: the server reads them for search and the assistant."
    )

    static func invalid(_ message: String) -> MatrixFailure { MatrixFailure(.badRequest, "M_INVALID_PARAM", message) }
    static func missing(_ name: String) -> MatrixFailure {
        MatrixFailure(.badRequest, "M_MISSING_PARAM", "The field '\(name)' is missing.")
    }

    func response() throws -> Response {
        var body: [String: JSONValue] = ["errcode": .string(code), "error": .string(message)]
        if let retryAfterMs { body["retry_after_ms"] = .integer(retryAfterMs) }
        if isSoftLogout { body["soft_logout"] = true }
        return try JSONResponse(status, JSONValue.object(body)).response()
    }
}

extension ErrorCode {
    fileprivate var matrixStatus: HTTPResponse.Status {
        self == .invalidCredentials ? .forbidden : status
    }

    fileprivate var matrixCode: String {
        switch self {
        case .invalidJSON: "M_NOT_JSON"
        case .invalidRequest, .unknownType: "M_INVALID_PARAM"
        case .unauthorized, .tokenExpired, .refreshReused: "M_UNKNOWN_TOKEN"
        case .invalidCredentials, .forbidden, .notAContact, .registrationClosed: "M_FORBIDDEN"
        case .accountDisabled: "M_USER_DEACTIVATED"
        case .notFound, .notAMember: "M_NOT_FOUND"
        case .methodNotAllowed, .upgradeRequired: "M_UNRECOGNIZED"
        case .tooLarge: "M_TOO_LARGE"
        case .rateLimited, .quotaExceeded, .modelRateLimited: "M_LIMIT_EXCEEDED"
        case .emailTaken, .alreadyExists: "M_USER_IN_USE"
        case .conflict, .idempotencyConflict, .expired, .modelUnavailable, .modelInterrupted, .modelTimeout,
            .unavailable, .shuttingDown, .storageDamaged, .storageFull, .internalError:
            "M_UNKNOWN"
        }
    }
}

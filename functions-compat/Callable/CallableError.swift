import Domain
import HTTPTypes

/// An error of Firebase's callable protocol: `{"error":{"status","message","details"?}}`.
///
/// Clients discard the message of `INTERNAL`, so errors with a message for users have another code.
struct CallableError: Error {
    enum Code: String {
        case invalidArgument = "INVALID_ARGUMENT"
        case failedPrecondition = "FAILED_PRECONDITION"
        case unauthenticated = "UNAUTHENTICATED"
        case permissionDenied = "PERMISSION_DENIED"
        case notFound = "NOT_FOUND"
        case alreadyExists = "ALREADY_EXISTS"
        case aborted = "ABORTED"
        case resourceExhausted = "RESOURCE_EXHAUSTED"
        case unavailable = "UNAVAILABLE"
        case deadlineExceeded = "DEADLINE_EXCEEDED"
        case internalError = "INTERNAL"

        var status: HTTPResponse.Status {
            switch self {
            case .invalidArgument, .failedPrecondition: .badRequest
            case .unauthenticated: .unauthorized
            case .permissionDenied: .forbidden
            case .notFound: .notFound
            case .alreadyExists, .aborted: .conflict
            case .resourceExhausted: .tooManyRequests
            case .unavailable: .serviceUnavailable
            case .deadlineExceeded: .gatewayTimeout
            case .internalError: .internalServerError
            }
        }
    }

    let code: Code
    let message: String
    /// When the same call may succeed.
    let retryAfterMs: Int?

    init(_ code: Code, _ message: String, retryAfterMs: Int? = nil) {
        self.code = code
        self.message = message
        self.retryAfterMs = retryAfterMs
    }

    /// The request is malformed; no function was called.
    static let badRequest = CallableError(.invalidArgument, "Bad Request")

    /// Converts one of the server's own errors.
    init(_ error: SpotterError) {
        let code: Code =
            switch error.code {
            case .invalidJSON, .invalidRequest, .unknownType, .tooLarge: .invalidArgument
            case .unauthorized, .tokenExpired, .invalidCredentials, .refreshReused: .unauthenticated
            case .forbidden, .notAContact, .accountDisabled, .registrationClosed: .permissionDenied
            case .notFound, .notAMember, .methodNotAllowed, .upgradeRequired: .notFound
            case .emailTaken, .alreadyExists: .alreadyExists
            case .conflict, .idempotencyConflict, .expired: .aborted
            case .rateLimited, .quotaExceeded, .modelRateLimited: .resourceExhausted
            case .modelUnavailable, .modelInterrupted, .unavailable, .shuttingDown, .internalError, .storageFull,
                .storageDamaged:
                .unavailable
            case .modelTimeout: .deadlineExceeded
            }
        self.init(code, error.message, retryAfterMs: error.retryAfterMs)
    }
}

public import Domain
public import SpotterAPI

/// Why a call to the server gave no answer. Each describes itself in one line that says what to do.
public enum ClientError: Error, Sendable, Equatable {
    /// The server said no. `requestId` finds the request in its log.
    case refused(SpotterError, requestId: String?)
    /// No connection, or it broke before the answer.
    case unreachable(String)
    /// Something answered that doesn't speak this API.
    case unexpectedAnswer(String)
    /// The socket closed before the answer; a message may or may not have been stored.
    case disconnected(String)
    /// There are no tokens, or the server no longer takes them.
    case loggedOut(String)

    /// Whether the same call may succeed later without anybody doing anything.
    public var isTransient: Bool {
        switch self {
        case .refused(let error, _): error.retryable
        case .unreachable, .disconnected: true
        case .unexpectedAnswer, .loggedOut: false
        }
    }

    /// The registry code, when it was the server that refused.
    public var code: ErrorCode? {
        guard case .refused(let error, _) = self else { return nil }
        return error.code
    }

    static let notLoggedIn = ClientError.loggedOut("You aren't logged in. Run `spotter login`.")
    static let sessionEnded = ClientError.loggedOut("Your session has ended. Run `spotter login` again.")
}

extension ClientError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .refused(let error, let requestId):
            error.code == .internalError && requestId != nil
                ? "\(error.message) (request \(requestId ?? ""))" : error.message
        case .unreachable(let message), .unexpectedAnswer(let message), .disconnected(let message),
            .loggedOut(let message):
            message
        }
    }
}

extension ClientError {
    /// Reads an envelope. A code that this client doesn't know counts by its status and `retryable`.
    init(_ envelope: ErrorEnvelope) { self.init(envelope.error) }

    public init(_ body: ErrorEnvelope.Body) {
        let code = ErrorCode(rawValue: body.code) ?? (body.retryable ? .unavailable : .internalError)
        let error = SpotterError(
            code,
            body.message,
            retryable: body.retryable,
            retryAfterMs: body.retryAfterMs
        )
        self = .refused(error, requestId: body.requestId)
    }
}

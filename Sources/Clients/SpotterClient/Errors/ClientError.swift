public import Domain
public import SpotterAPI

/// Why a call to the server failed. Each error describes in one line what to do.
///
///     do {
///         print(try await api.chats().count)
///     } catch let error as ClientError where error.isTransient {
///         print("try again later: \(error)")
///     }
public enum ClientError: Error, Sendable, Equatable {
    /// The server refused the call. `requestId` identifies the request in its log.
    case refused(SpotterError, requestId: String?)
    /// There was no connection, or it broke before the response.
    case unreachable(String)
    /// The response isn't one of this API.
    case unexpectedAnswer(String)
    /// The socket closed before the acknowledgement. A message may or may not have been stored.
    case disconnected(String)
    /// There are no tokens, or the server no longer accepts them.
    case loggedOut(String)

    /// Whether the same call may succeed later without any action of the user.
    public var isTransient: Bool {
        switch self {
        case .refused(let error, _): error.retryable
        case .unreachable, .disconnected: true
        case .unexpectedAnswer, .loggedOut: false
        }
    }

    /// Whether the server couldn't be reached, or was lost before it answered.
    public var isUnreachable: Bool {
        switch self {
        case .unreachable, .disconnected: true
        case .refused, .unexpectedAnswer, .loggedOut: false
        }
    }

    /// The error code, if the server refused the call.
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
    /// Reads an error envelope. An unknown code is classified by `retryable`.
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

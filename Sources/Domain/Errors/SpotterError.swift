/// An error that may be shown to the user who caused it: a code and a message that says what to do.
///
/// On the wire it is an `ErrorEnvelope`.
///
/// ```swift
/// throw SpotterError(.unavailable, "The server is starting.", retryable: true, retryAfterMs: 1000)
/// ```
public struct SpotterError: Error, Sendable, Equatable {
    public let code: ErrorCode
    public let message: String
    public let retryable: Bool
    public let retryAfterMs: Int?

    public init(_ code: ErrorCode, _ message: String, retryable: Bool = false, retryAfterMs: Int? = nil) {
        self.code = code
        self.message = message
        self.retryable = retryable
        self.retryAfterMs = retryAfterMs
    }

    public static func invalid(_ message: String) -> SpotterError { SpotterError(.invalidRequest, message) }

    /// Thrown both for what doesn't exist and for what the user may not know to exist, so that the two can't be told apart.
    public static func notFound(_ what: String) -> SpotterError {
        SpotterError(.notFound, "There is no such \(what), or you may not see it.")
    }
}

extension SpotterError: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(message)" }
}

/// An error on the wire: `{"error":{"code","message","retryable","retryAfterMs","requestId"}}`.
public struct ErrorEnvelope: Codable, Sendable {
    public struct Body: Codable, Sendable {
        public let code: String
        public let message: String
        public let retryable: Bool
        @Nullable public var retryAfterMs: Int?
        public let requestId: String
    }

    public let error: Body

    public init(_ error: SpotterError, requestId: String) {
        self.error = Body(
            code: error.code.rawValue,
            message: error.message,
            retryable: error.retryable,
            retryAfterMs: error.retryAfterMs,
            requestId: requestId
        )
    }
}

public import Domain

/// The error in REST, socket and stream: `{"error":{"code","message","retryable","retryAfterMs","requestId"}}`.
///
/// ```swift
/// let envelope = ErrorEnvelope(SpotterError.notFound("message"), requestId: "7f3a")
/// print(envelope.error.code)  // not_found
/// ```
public struct ErrorEnvelope: APIValue, Hashable {
    /// The error itself.
    public struct Body: Codable, Sendable, Hashable {
        /// One of `ErrorCode`, or a code that a newer server added.
        public let code: String
        /// For users: what is wrong and what to do.
        public let message: String
        /// Whether the same request may succeed later.
        public let retryable: Bool
        /// How long to wait before a retry, in milliseconds.
        @Nullable public var retryAfterMs: Int?
        /// Identifies the request in the server's log.
        public let requestId: String

        public init(_ error: SpotterError, requestId: String) {
            code = error.code.rawValue
            message = error.message
            retryable = error.retryable
            retryAfterMs = error.retryAfterMs
            self.requestId = requestId
        }
    }

    public let error: Body

    public init(_ error: SpotterError, requestId: String) { self.error = Body(error, requestId: requestId) }

    public static var example: ErrorEnvelope {
        ErrorEnvelope(.notFound("message"), requestId: "7f3a90c1")
    }
}

/// Why a model gave no answer, or not all of it. The message may be shown to a user: it says what to do and holds
/// neither keys nor addresses.
public struct ModelError: Error, Sendable, Hashable {
    public enum Code: Sendable, Hashable {
        /// The server can't be reached or had a problem of its own.
        case unavailable
        /// Asked too often. `retryAfterMs` is how long the server wants to be left alone, if it said so.
        case rateLimited(retryAfterMs: Int?)
        /// Nothing came in time.
        case timeout
        /// The stream broke off after it had begun: the events received stay valid, the answer is incomplete.
        case interrupted
        /// The server understood the request and won't serve it: a mistake in the request or in the configuration.
        case rejected
        /// The API key is missing, wrong or lacks rights.
        case authentication
        /// The answer isn't what the protocol allows.
        case protocolViolation
    }

    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Whether the same request may succeed later without anybody changing anything.
    public var isRetryable: Bool {
        switch code {
        case .unavailable, .rateLimited, .timeout, .interrupted: true
        case .rejected, .authentication, .protocolViolation: false
        }
    }
}

extension ModelError: CustomStringConvertible {
    public var description: String { "\(code): \(message)" }
}

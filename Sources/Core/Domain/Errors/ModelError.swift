/// Why a language model or an embedding model gave no answer, or not all of it.
///
/// The message may be shown to a user and logged: it says what to do, and holds no key, address or text of a user.
public struct ModelError: Error, Sendable, Hashable {
    public enum Code: Sendable, Hashable {
        /// The service can't be reached or has a problem of its own.
        case unavailable
        /// Too many requests. `retryAfter` is how long the service wants to be left alone, if it said so.
        case rateLimited(retryAfter: Duration?)
        /// No answer in time.
        case timeout
        /// The stream broke off after it had begun: the events received stay valid, the answer is incomplete.
        case interrupted
        /// The service understood the request and refuses what it asks, such as a text that is too long. Another
        /// request may well succeed.
        case rejected
        /// The address or the model's name is wrong. Every request fails until somebody corrects it.
        case misconfigured
        /// The API key is missing, wrong or lacks rights. Every request fails until somebody corrects it.
        case authentication
        /// The response violates the protocol, or isn't of the model that was expected.
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
        case .rejected, .misconfigured, .authentication, .protocolViolation: false
        }
    }

    /// Whether the service failed, so that every other request would fail too; otherwise it refused this one.
    public var isServiceFailure: Bool { code != .rejected }
}

extension ModelError: CustomStringConvertible {
    public var description: String { message }
}

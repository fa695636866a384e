/// Why texts have no vectors. The message may be logged: it holds no key and no text.
public struct EmbeddingFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: Sendable, Hashable {
        /// The server can't be reached or has a problem of its own.
        case unavailable
        /// Asked too often; `retryAfter` is how long the server wants to be left alone, if it said so.
        case rateLimited(retryAfter: Duration?)
        case timeout
        /// One of the texts can't be embedded: too long, say. Each of the others may well be.
        case textRejected
        /// The address, the model's name or the key is wrong; no text can be embedded until somebody corrects it.
        case misconfigured
        /// The answer isn't what the protocol allows, or its vectors aren't of the model that was expected.
        case malformedAnswer
    }

    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Whether any text would have failed; else it's one of the texts that the model doesn't take.
    public var isOfService: Bool { code != .textRejected }

    public var description: String { message }
}

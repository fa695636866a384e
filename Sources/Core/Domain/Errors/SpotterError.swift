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

    /// The same for a chat that doesn't exist and one that isn't the asker's.
    public static let notAMember = SpotterError(.notAMember, "There is no such chat, or you are not in it.")
}

extension SpotterError: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(message)" }
}

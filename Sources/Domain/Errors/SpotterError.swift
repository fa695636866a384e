/// An error that may be shown to whoever caused it: a code from the registry and a message that says what to do.
///
/// On the wire: `{"error":{"code","message","retryable","retryAfterMs","requestId"}}`.
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

    /// The answer for what doesn't exist and for what the asker may not know to exist: the same in both cases.
    public static func notFound(_ what: String) -> SpotterError {
        SpotterError(.notFound, "There is no such \(what), or you may not see it.")
    }

    /// The same for a chat that doesn't exist and one that isn't the asker's.
    public static let notAMember = SpotterError(.notAMember, "There is no such chat, or you are not in it.")
}

extension SpotterError: CustomStringConvertible {
    public var description: String { "\(code.rawValue): \(message)" }
}

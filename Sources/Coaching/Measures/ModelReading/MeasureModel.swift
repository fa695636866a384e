public import Domain

/// A language model that points at values in what clients write. Nothing that it claims counts before ``MeasureClaimCheck``
/// has found it in the message.
public protocol MeasureModel: Sendable {
    var name: String { get }

    /// - Parameters:
    ///   - messages: of one client to one trainer, oldest first.
    ///   - trainer: who is charged.
    /// - Throws: ``MeasureModelFailure``; `CancellationError`.
    func claims(in messages: [MeasureModelMessage], for trainer: UserID) async throws -> [MeasureClaim]
}

/// A message as a model reads it.
public struct MeasureModelMessage: Sendable, Hashable {
    public let text: String
    public let sentAt: Timestamp
    /// The client's, as an IANA name.
    public let timeZone: String

    public init(text: String, sentAt: Timestamp, timeZone: String) {
        self.text = text
        self.sentAt = sentAt
        self.timeZone = timeZone
    }
}

/// A value that a model says a message gives of its author.
public struct MeasureClaim: Sendable, Hashable {
    /// The place of the message among those that were read, from 1.
    public let message: Int
    public let kind: MeasureKind
    public let value: Double
    /// Where it hurts, or which exercise it was, in the message's words.
    public let detail: String
    /// The client's words, as the model has copied them.
    public let quote: String

    public init(message: Int, kind: MeasureKind, value: Double, detail: String = "", quote: String) {
        self.message = message
        self.kind = kind
        self.value = value
        self.detail = detail
        self.quote = quote
    }
}

/// Why a model has read nothing.
public enum MeasureModelFailure: Error, Sendable, Hashable {
    /// It can't be asked now, whatever the messages are.
    case unavailable(String, retryAfter: Duration? = nil)
    /// The trainer may use no more of it for now.
    case budgetUsedUp(retryAfter: Duration? = nil)
    /// It was asked, and has refused these messages or answered nonsense.
    case unusable(String)
}

public import Domain

/// A language model that points at what clients say about themselves. Nothing that it claims counts before
/// ``ClaimCheck`` has found it in the message.
public protocol ProfileModel: Sendable {
    var name: String { get }

    /// - Parameters:
    ///   - messages: of one client in their chat with one trainer, oldest first.
    ///   - trainer: whose profile it is for, and who is charged.
    /// - Throws: ``ProfileModelFailure``; `CancellationError`.
    func claims(in messages: [ProfileModelMessage], for trainer: UserID) async throws -> [ProfileClaim]
}

/// A message as a model reads it.
public struct ProfileModelMessage: Sendable, Hashable {
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

/// What a model says that a message says.
public struct ProfileClaim: Sendable, Hashable {
    public enum Status: String, Sendable, Hashable, CaseIterable {
        case holds
        /// It holds in place of what was said before.
        case changed
        case over
    }

    /// The place of the message among those that were read, from 1.
    public let message: Int
    public let category: ProfileItem.Category
    /// The client's words, as the model has copied them.
    public let quote: String
    public let status: Status

    public init(message: Int, category: ProfileItem.Category, quote: String, status: Status = .holds) {
        self.message = message
        self.category = category
        self.quote = quote
        self.status = status
    }
}

/// Why a model has read nothing.
public enum ProfileModelFailure: Error, Sendable, Hashable {
    /// It can't be asked now, whatever the messages are.
    case unavailable(String, retryAfter: Duration? = nil)
    /// The trainer may use no more of it for now.
    case budgetUsedUp(retryAfter: Duration? = nil)
    /// It was asked, and has refused these messages or answered nonsense.
    case unusable(String)
}

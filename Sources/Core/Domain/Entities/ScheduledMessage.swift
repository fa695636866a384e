/// A message that the server sends later, once or again and again. Visible to its writer only.
public struct ScheduledMessage: Sendable, Hashable, Codable, Identifiable {
    public enum State: String, Sendable, Codable, CaseIterable {
        /// It waits for `dueAt`.
        case scheduled
        /// It was sent; a recurring one has ended.
        case sent
        /// Somebody else wrote in the chat first.
        case stopped
        /// It couldn't be sent; `failure` says why.
        case failed
    }

    public let id: ScheduledMessageID
    public let chatId: ChatID
    public var text: String
    /// The next occurrence, or the last one if there is none.
    public var sendAt: Timestamp
    /// When it's sent: `sendAt`, or the end of the quiet hours in which that is.
    public var dueAt: Timestamp
    /// An `RRULE` value (RFC 5545); `nil` if it's sent once.
    @Nullable public var rrule: String?
    /// The IANA name of the zone whose wall clock a recurring one follows.
    public var zone: String
    /// Whether the zone is the receiver's, and follows them when it changes.
    public var followsReceiver: Bool
    public var stopOnReply: Bool
    @Nullable public var quietHours: QuietHours?
    public var state: State
    @Nullable public var failure: SendFailure?
    /// How often it was sent.
    public var sentCount: Int
    /// The message that was sent last.
    @Nullable public var messageId: MessageID?
    @Nullable public var sentAt: Timestamp?
    public let createdAt: Timestamp

    public init(
        id: ScheduledMessageID,
        chatId: ChatID,
        text: String,
        sendAt: Timestamp,
        dueAt: Timestamp,
        rrule: String? = nil,
        zone: String,
        followsReceiver: Bool = true,
        stopOnReply: Bool = false,
        quietHours: QuietHours? = nil,
        state: State = .scheduled,
        failure: SendFailure? = nil,
        sentCount: Int = 0,
        messageId: MessageID? = nil,
        sentAt: Timestamp? = nil,
        createdAt: Timestamp
    ) {
        self.id = id
        self.chatId = chatId
        self.text = text
        self.sendAt = sendAt
        self.dueAt = dueAt
        self.rrule = rrule
        self.zone = zone
        self.followsReceiver = followsReceiver
        self.stopOnReply = stopOnReply
        self.quietHours = quietHours
        self.state = state
        self.failure = failure
        self.sentCount = sentCount
        self.messageId = messageId
        self.sentAt = sentAt
        self.createdAt = createdAt
    }
}

/// A part of every day in which nothing is sent, from `from` until `to`, as `HH:MM` of a wall clock. It may go past
/// midnight: `22:00` to `07:00`.
public struct QuietHours: Sendable, Hashable, Codable {
    public let from: String
    public let to: String

    public init(from: String, to: String) {
        self.from = from
        self.to = to
    }
}

/// Why a message that the server sends by itself couldn't be sent.
public struct SendFailure: Sendable, Hashable, Codable {
    public let code: ErrorCode
    public let message: String

    public init(code: ErrorCode, message: String) {
        self.code = code
        self.message = message
    }

    public init(_ error: SpotterError) { self.init(code: error.code, message: error.message) }
}

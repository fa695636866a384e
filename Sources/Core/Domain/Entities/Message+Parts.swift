/// The current state of a message that another one replies to.
public struct Quote: Sendable, Hashable, Codable {
    public static let maxTextLength = 120

    public let messageId: MessageID
    public let senderId: UserID
    /// The first 120 characters; empty if the message is deleted or has only files.
    public let text: String
    public let deleted: Bool

    public init(messageId: MessageID, senderId: UserID, text: String, deleted: Bool) {
        self.messageId = messageId
        self.senderId = senderId
        self.text = deleted ? "" : String(text.prefix(Self.maxTextLength))
        self.deleted = deleted
    }

    /// What a reply shows of `message`. Server and clients both use this, so that events and fetches agree.
    public init(of message: Message) {
        self.init(
            messageId: message.id,
            senderId: message.senderId,
            text: message.text,
            deleted: message.deletedAt != nil
        )
    }
}

/// An emoji on a message and the users who reacted with it, earliest first.
public struct Reaction: Sendable, Hashable, Codable {
    public let emoji: String
    public let userIds: [UserID]

    public init(emoji: String, userIds: [UserID]) {
        self.emoji = emoji
        self.userIds = userIds
    }
}

/// A former text of a message and when it was written.
public struct MessageEdit: Sendable, Hashable, Codable {
    public let text: String
    public let at: Timestamp

    public init(text: String, at: Timestamp) {
        self.text = text
        self.at = at
    }
}

/// When a message reached one of its recipients.
public struct MessageReceipt: Sendable, Hashable, Codable {
    public let userId: UserID
    public let displayName: String
    @Nullable public var deliveredAt: Timestamp?
    @Nullable public var readAt: Timestamp?

    public init(userId: UserID, displayName: String, deliveredAt: Timestamp?, readAt: Timestamp?) {
        self.userId = userId
        self.displayName = displayName
        self.deliveredAt = deliveredAt
        self.readAt = readAt
    }
}

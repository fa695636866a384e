/// The message that one replies to, as it is now.
public struct Quote: Sendable, Hashable, Codable {
    public static let longestText = 120

    public let messageId: MessageID
    public let senderId: UserID
    /// The first 120 characters; empty when it's deleted or has only files.
    public let text: String
    public let deleted: Bool

    public init(messageId: MessageID, senderId: UserID, text: String, deleted: Bool) {
        self.messageId = messageId
        self.senderId = senderId
        self.text = deleted ? "" : String(text.prefix(Self.longestText))
        self.deleted = deleted
    }

    /// What a reply shows of this message. Server and clients both make it so, that events and fetches agree.
    public init(of message: Message) {
        self.init(
            messageId: message.id,
            senderId: message.senderId,
            text: message.text,
            deleted: message.deletedAt != nil
        )
    }
}

/// One emoji under a message, and who gave it, first ones first.
public struct Reaction: Sendable, Hashable, Codable {
    public let emoji: String
    public let userIds: [UserID]

    public init(emoji: String, userIds: [UserID]) {
        self.emoji = emoji
        self.userIds = userIds
    }
}

/// A former text of a message, and when it was written.
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

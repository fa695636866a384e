/// Whether a user has an active connection.
public enum PresenceStatus: String, Sendable, Codable, CaseIterable {
    case online, away, offline
}

/// A user's presence. Ephemeral: derived from connections, the latest wins, no `seq`.
public struct Presence: Sendable, Hashable, Codable {
    public let userId: UserID
    public let status: PresenceStatus
    @Nullable public var lastSeen: Timestamp?

    public init(userId: UserID, status: PresenceStatus, lastSeen: Timestamp?) {
        self.userId = userId
        self.status = status
        self.lastSeen = lastSeen
    }
}

/// A member is writing. Ends by itself after `expiresInMs` without a refresh.
public struct Typing: Sendable, Hashable, Codable {
    public let chatId: ChatID
    public let userId: UserID
    public let displayName: String
    public let isTyping: Bool
    public let expiresInMs: Int

    public init(chatId: ChatID, userId: UserID, displayName: String, isTyping: Bool, expiresInMs: Int) {
        self.chatId = chatId
        self.userId = userId
        self.displayName = displayName
        self.isTyping = isTyping
        self.expiresInMs = expiresInMs
    }
}

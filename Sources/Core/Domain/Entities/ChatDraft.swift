/// An unsent text in a chat. Visible to its writer only, and the same on all of their devices.
public struct ChatDraft: Sendable, Hashable, Codable {
    public let text: String
    @Nullable public var replyTo: MessageID?
    public let updatedAt: Timestamp

    public init(text: String, replyTo: MessageID?, updatedAt: Timestamp) {
        self.text = text
        self.replyTo = replyTo
        self.updatedAt = updatedAt
    }
}

/// A changed draft; `draft` is `nil` if it was cleared. Ephemeral, sent to the user's own devices: the latest wins.
public struct DraftChange: Sendable, Hashable, Codable {
    public let chatId: ChatID
    @Nullable public var draft: ChatDraft?

    public init(chatId: ChatID, draft: ChatDraft?) {
        self.chatId = chatId
        self.draft = draft
    }
}

/// One member's preferences for a chat. Ephemeral, sent to the user's own devices: the latest wins.
public struct ChatSettings: Sendable, Hashable, Codable {
    public let chatId: ChatID
    @Nullable public var mutedUntil: Timestamp?
    public let isPinned: Bool

    public init(chatId: ChatID, mutedUntil: Timestamp?, isPinned: Bool) {
        self.chatId = chatId
        self.mutedUntil = mutedUntil
        self.isPinned = isPinned
    }
}

/// A changed profile. Ephemeral, sent to everybody who shares a chat with the user: the latest wins. A changed time zone
/// goes to the user's contacts only.
public struct UserChange: Sendable, Hashable, Codable {
    public let userId: UserID
    public let displayName: String
    @Nullable public var photoMediaId: MediaID?
    /// The new IANA time zone; omitted if it's as it was.
    public let timezone: String?

    public init(userId: UserID, displayName: String, photoMediaId: MediaID?, timezone: String? = nil) {
        self.userId = userId
        self.displayName = displayName
        self.photoMediaId = photoMediaId
        self.timezone = timezone
    }

    /// What people see who aren't contacts.
    public var withoutTimezone: UserChange {
        UserChange(userId: userId, displayName: displayName, photoMediaId: photoMediaId)
    }
}

/// Two people, or a group with a name and admins.
public enum ChatKind: String, Sendable, Codable, CaseIterable {
    case direct, group
}

/// What a member may do in a chat. The creator of a group is its admin.
public enum MemberRole: String, Sendable, Codable, CaseIterable {
    case member, admin
}

/// One person in a chat.
public struct Member: Sendable, Hashable, Codable {
    public let userId: UserID
    public let displayName: String
    public let role: MemberRole
    @Nullable public var photoMediaId: MediaID?
    /// The member's cursors, as far as member and viewer share them. A viewer who hides read receipts sees 0.
    @DefaultsToEmpty public var deliveredSeq: Int64
    @DefaultsToEmpty public var readSeq: Int64
    /// The position at which they joined. The status of earlier messages doesn't depend on them.
    @DefaultsToEmpty public var joinedSeq: Int64

    public init(
        userId: UserID,
        displayName: String,
        role: MemberRole,
        photoMediaId: MediaID? = nil,
        deliveredSeq: Int64 = 0,
        readSeq: Int64 = 0,
        joinedSeq: Int64 = 0
    ) {
        self.userId = userId
        self.displayName = displayName
        self.role = role
        self.photoMediaId = photoMediaId
        self.deliveredSeq = deliveredSeq
        self.readSeq = readSeq
        self.joinedSeq = joinedSeq
    }
}

/// A chat as one of its members sees it.
public struct Chat: Sendable, Hashable, Codable, Identifiable {
    public let id: ChatID
    public let kind: ChatKind
    /// The group's name, or the other person's in a direct chat.
    public var name: String
    @Nullable public var photoMediaId: MediaID?
    public var members: [Member]
    /// The position of the latest durable change; 0 in an empty chat.
    public var seq: Int64
    public var readSeq: Int64
    /// The exact number of others' messages above `readSeq` that aren't deleted.
    public var unread: Int
    /// How many of the unread messages mention the viewer.
    @DefaultsToEmpty public var unreadMentions: Int
    /// Ordered by when they were pinned.
    @DefaultsToEmpty public var pins: [MessageID]
    /// No notifications until then; `Timestamp.latest` if the chat is muted for ever.
    @Nullable public var mutedUntil: Timestamp?
    /// Whether the viewer pinned the chat to the top of their list.
    @DefaultsToEmpty public var isPinned: Bool
    /// Whether only admins write in the group; the others read and react.
    @DefaultsToEmpty public var announcement: Bool
    @Nullable public var draft: ChatDraft?
    @Nullable public var lastMessage: Message?

    public init(
        id: ChatID,
        kind: ChatKind,
        name: String,
        photoMediaId: MediaID? = nil,
        members: [Member],
        seq: Int64,
        readSeq: Int64,
        unread: Int,
        unreadMentions: Int = 0,
        pins: [MessageID] = [],
        mutedUntil: Timestamp? = nil,
        isPinned: Bool = false,
        announcement: Bool = false,
        draft: ChatDraft? = nil,
        lastMessage: Message?
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.photoMediaId = photoMediaId
        self.members = members
        self.seq = seq
        self.readSeq = readSeq
        self.unread = unread
        self.unreadMentions = unreadMentions
        self.pins = pins
        self.mutedUntil = mutedUntil
        self.isPinned = isPinned
        self.announcement = announcement
        self.draft = draft
        self.lastMessage = lastMessage
    }
}

/// A member's cursors into a chat's `seq`s. They only go forward.
public struct Receipt: Sendable, Hashable, Codable {
    public let chatId: ChatID
    public let userId: UserID
    public let deliveredSeq: Int64
    public let readSeq: Int64
    public let at: Timestamp

    public init(chatId: ChatID, userId: UserID, deliveredSeq: Int64, readSeq: Int64, at: Timestamp) {
        self.chatId = chatId
        self.userId = userId
        self.deliveredSeq = deliveredSeq
        self.readSeq = readSeq
        self.at = at
    }
}

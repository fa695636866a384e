public enum ChatKind: String, Sendable, Codable, CaseIterable {
    case direct, group
}

/// What a member may do in a chat; the creator of a group is its admin.
public enum MemberRole: String, Sendable, Codable, CaseIterable {
    case member, admin
}

/// One person in a chat.
public struct Member: Sendable, Hashable, Codable {
    public let userId: UserID
    public let displayName: String
    public let role: MemberRole
    @Nullable public var photoMediaId: MediaID?
    /// How far they have come, as far as they and the viewer share it: a viewer who doesn't share reading sees 0.
    @OrZero public var deliveredSeq: Int64
    @OrZero public var readSeq: Int64
    /// Where they joined: what was said before wasn't meant for them, and its status doesn't wait for them.
    @OrZero public var joinedSeq: Int64

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
    /// A group's name; in a direct chat the other person's.
    public var name: String
    @Nullable public var photoMediaId: MediaID?
    public var members: [Member]
    /// Position of the latest durable change; 0 in an empty chat.
    public var seq: Int64
    public var readSeq: Int64
    /// Messages of others above `readSeq` that aren't deleted: exact, however many.
    public var unread: Int
    /// Those of them that mention the viewer.
    @OrZero public var unreadMentions: Int
    /// In the order in which they were pinned.
    @OrZero public var pins: [MessageID]
    /// No notifications until then; `Timestamp.latest` for ever.
    @Nullable public var mutedUntil: Timestamp?
    /// Kept at the top of the viewer's list.
    @OrZero public var isPinned: Bool
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
        self.draft = draft
        self.lastMessage = lastMessage
    }
}

/// How far a member has come in a chat: cursors into its `seq`s that only go forward.
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

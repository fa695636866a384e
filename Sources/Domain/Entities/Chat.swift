public enum ChatKind: String, Sendable, Codable {
    case direct, group
}

/// What a member may do in a chat; the creator of a group is its admin.
public enum MemberRole: String, Sendable, Codable {
    case member, admin
}

/// One person in a chat.
public struct Member: Sendable, Hashable, Codable {
    public let userId: UserID
    public let displayName: String
    public let role: MemberRole

    public init(userId: UserID, displayName: String, role: MemberRole) {
        self.userId = userId
        self.displayName = displayName
        self.role = role
    }
}

/// A chat as one of its members sees it.
public struct Chat: Sendable, Hashable, Codable, Identifiable {
    public let id: ChatID
    public let kind: ChatKind
    /// A group's name; in a direct chat the other person's.
    public let name: String
    public let members: [Member]
    /// Position of the latest durable change; 0 in an empty chat.
    public let seq: Int64
    public let readSeq: Int64
    /// Messages of others above `readSeq` that aren't deleted: exact, however many.
    public let unread: Int
    @Nullable public var lastMessage: Message?

    public init(
        id: ChatID,
        kind: ChatKind,
        name: String,
        members: [Member],
        seq: Int64,
        readSeq: Int64,
        unread: Int,
        lastMessage: Message?
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.members = members
        self.seq = seq
        self.readSeq = readSeq
        self.unread = unread
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

/// A durable change in a chat. Each takes the chat's next `seq`; the same for every member, live and on resume.
public struct ChatEvent: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case messageCreated = "message.created"
        case messageEdited = "message.edited"
        case messageDeleted = "message.deleted"
        case reactionChanged = "reaction.changed"
        case memberChanged = "member.changed"
        case chatUpdated = "chat.updated"
    }

    public struct MemberChange: Sendable, Hashable, Codable {
        public enum Kind: String, Sendable, Codable, CaseIterable {
            case added, removed, left, role
        }
        public let userId: UserID
        public let displayName: String
        public let change: Kind
        /// The member's role from then on; with `added` and `role`.
        public let role: MemberRole?
        public let photoMediaId: MediaID?

        public init(
            userId: UserID,
            displayName: String,
            change: Kind,
            role: MemberRole? = nil,
            photoMediaId: MediaID? = nil
        ) {
            self.userId = userId
            self.displayName = displayName
            self.change = change
            self.role = role
            self.photoMediaId = photoMediaId
        }
    }

    public struct ReactionChange: Sendable, Hashable, Codable {
        public let messageId: MessageID
        public let userId: UserID
        public let emoji: String
        /// Given or taken back.
        public let added: Bool

        public init(messageId: MessageID, userId: UserID, emoji: String, added: Bool) {
            self.messageId = messageId
            self.userId = userId
            self.emoji = emoji
            self.added = added
        }
    }

    public let type: Kind
    public let chatId: ChatID
    /// Position of this change, not of the message that it may concern.
    public let seq: Int64
    /// The message as it's now: with `message.created`, `message.edited`, `message.deleted` and `reaction.changed`.
    public let message: Message?
    public let reaction: ReactionChange?
    public let member: MemberChange?
    /// The group's name as it's now, with `chat.updated`; a direct chat has none of its own.
    public let name: String?
    /// The chat's photo as it's now, with `chat.updated`; nothing when it has none.
    public let photoMediaId: MediaID?
    /// The chat's pins as they are now, with `chat.updated`.
    public let pins: [MessageID]?

    public init(
        type: Kind,
        chatId: ChatID,
        seq: Int64,
        message: Message? = nil,
        reaction: ReactionChange? = nil,
        member: MemberChange? = nil,
        name: String? = nil,
        photoMediaId: MediaID? = nil,
        pins: [MessageID]? = nil
    ) {
        self.type = type
        self.chatId = chatId
        self.seq = seq
        self.message = message
        self.reaction = reaction
        self.member = member
        self.name = name
        self.photoMediaId = photoMediaId
        self.pins = pins
    }
}

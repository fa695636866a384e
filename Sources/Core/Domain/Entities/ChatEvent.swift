/// A durable change in a chat. Each takes the chat's next `seq` and is the same for every member, live and on resume.
public struct ChatEvent: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case messageCreated = "message.created"
        case messageEdited = "message.edited"
        case messageDeleted = "message.deleted"
        /// What a program heard in a voice message is there, or will be, or won't.
        case messageTranscribed = "message.transcribed"
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
        /// The member's new role; set for `added` and `role`.
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
        /// `false` if the reaction was removed.
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
    /// The position of this change, not of the message that it is about.
    public let seq: Int64
    /// The current state of the message; set for `message.created`, `message.edited`, `message.deleted`,
    /// `message.transcribed` and `reaction.changed`.
    public let message: Message?
    public let reaction: ReactionChange?
    public let member: MemberChange?
    /// The group's current name; set for `chat.updated`. Direct chats have no name of their own.
    public let name: String?
    /// The chat's current photo; set for `chat.updated`, `nil` if it has none.
    public let photoMediaId: MediaID?
    /// The chat's current pins; set for `chat.updated`.
    public let pins: [MessageID]?
    /// Whether only admins write in the group; set for `chat.updated` of a group.
    public let announcement: Bool?

    public init(
        type: Kind,
        chatId: ChatID,
        seq: Int64,
        message: Message? = nil,
        reaction: ReactionChange? = nil,
        member: MemberChange? = nil,
        name: String? = nil,
        photoMediaId: MediaID? = nil,
        pins: [MessageID]? = nil,
        announcement: Bool? = nil
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
        self.announcement = announcement
    }
}

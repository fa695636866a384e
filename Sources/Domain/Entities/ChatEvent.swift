/// A durable change in a chat. Each takes the chat's next `seq`; the same for every member, live and on resume.
public struct ChatEvent: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Codable {
        case messageCreated = "message.created"
        case messageEdited = "message.edited"
        case messageDeleted = "message.deleted"
        case memberChanged = "member.changed"
        case chatUpdated = "chat.updated"
    }

    public struct MemberChange: Sendable, Hashable, Codable {
        public enum Kind: String, Sendable, Codable {
            case added, removed, left
        }
        public let userId: UserID
        public let displayName: String
        public let change: Kind

        public init(userId: UserID, displayName: String, change: Kind) {
            self.userId = userId
            self.displayName = displayName
            self.change = change
        }
    }

    public let type: Kind
    public let chatId: ChatID
    /// Position of this change, not of the message that it may concern.
    public let seq: Int64
    /// The message as it's now: with `message.created`, `message.edited` and `message.deleted`.
    public let message: Message?
    public let member: MemberChange?
    /// The chat's new name, with `chat.updated`.
    public let name: String?

    public init(
        type: Kind,
        chatId: ChatID,
        seq: Int64,
        message: Message? = nil,
        member: MemberChange? = nil,
        name: String? = nil
    ) {
        self.type = type
        self.chatId = chatId
        self.seq = seq
        self.message = message
        self.member = member
        self.name = name
    }
}

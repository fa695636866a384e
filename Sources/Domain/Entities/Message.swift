/// How far a message has come. Computed by the server from its recipients' cursors; never goes back.
public enum MessageStatus: String, Sendable, Codable, CaseIterable, Comparable {
    case sent, delivered, read

    private var rank: Int { self == .sent ? 0 : self == .delivered ? 1 : 2 }
    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}

/// Who wrote it: the user, or the assistant after its user's confirmation.
public enum MessageOrigin: String, Sendable, Codable, CaseIterable {
    case user, assistant
}

public struct Message: Sendable, Hashable, Codable, Identifiable {
    public let id: MessageID
    public let chatId: ChatID
    public let seq: Int64
    public let senderId: UserID
    /// Chosen by the sender; `(sender, chat, clientMessageId)` names one message for ever.
    public let clientMessageId: String
    /// 1 to 10 000 characters; may be empty with files, and is once the message is deleted.
    public var text: String
    @Nullable public var replyTo: MessageID?
    public let createdAt: Timestamp
    @Nullable public var editedAt: Timestamp?
    @Nullable public var deletedAt: Timestamp?
    public var status: MessageStatus
    public let via: MessageOrigin
    /// With `replyTo`: what it replies to, as that is now.
    @Nullable public var quote: Quote?
    @OrZero public var media: [Media]
    /// In order of first use.
    @OrZero public var reactions: [Reaction]
    /// Members whose name the text calls with `@`.
    @OrZero public var mentions: [UserID]
    /// How many former texts there are.
    @OrZero public var editCount: Int

    public init(
        id: MessageID,
        chatId: ChatID,
        seq: Int64,
        senderId: UserID,
        clientMessageId: String,
        text: String,
        replyTo: MessageID? = nil,
        createdAt: Timestamp,
        editedAt: Timestamp? = nil,
        deletedAt: Timestamp? = nil,
        status: MessageStatus = .sent,
        via: MessageOrigin = .user,
        quote: Quote? = nil,
        media: [Media] = [],
        reactions: [Reaction] = [],
        mentions: [UserID] = [],
        editCount: Int = 0
    ) {
        self.id = id
        self.chatId = chatId
        self.seq = seq
        self.senderId = senderId
        self.clientMessageId = clientMessageId
        self.text = text
        self.replyTo = replyTo
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.deletedAt = deletedAt
        self.status = status
        self.via = via
        self.quote = quote
        self.media = media
        self.reactions = reactions
        self.mentions = mentions
        self.editCount = editCount
    }
}

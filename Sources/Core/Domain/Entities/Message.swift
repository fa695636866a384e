/// How far a message has come. The server computes it from the recipients' cursors; it never goes back.
public enum MessageStatus: String, Sendable, Codable, CaseIterable, Comparable {
    case sent, delivered, read

    private var rank: Int { self == .sent ? 0 : self == .delivered ? 1 : 2 }
    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
}

/// Who wrote a message: its user, the assistant after that user's confirmation, or the server by itself, as the user has
/// allowed it for this client.
public enum MessageOrigin: String, Sendable, Codable, CaseIterable {
    case user, assistant, automatic

    /// Whether somebody has answered with it what was said before.
    public var isByPerson: Bool { self != .automatic }
}

/// Marks a message that a program sent for its user.
public struct BotMark: Sendable, Hashable, Codable {
    /// The name of the API key.
    public let name: String

    public init(name: String) { self.name = name }
}

/// A message in a chat, in its current state.
public struct Message: Sendable, Hashable, Codable, Identifiable {
    public let id: MessageID
    public let chatId: ChatID
    public let seq: Int64
    public let senderId: UserID
    /// Chosen by the sender: `(sender, chat, clientMessageId)` identifies one message for ever, which makes sending
    /// idempotent.
    public let clientMessageId: String
    /// 1 to 10 000 characters. May be empty if there are files; empty once the message is deleted.
    public var text: String
    @Nullable public var replyTo: MessageID?
    public let createdAt: Timestamp
    @Nullable public var editedAt: Timestamp?
    @Nullable public var deletedAt: Timestamp?
    public var status: MessageStatus
    public let via: MessageOrigin
    /// Set if a program sent it with an API key of the sender's.
    public let bot: BotMark?
    /// The current state of what it replies to; set together with `replyTo`.
    @Nullable public var quote: Quote?
    @DefaultsToEmpty public var media: [Media]
    /// Ordered by when each emoji was first used.
    @DefaultsToEmpty public var reactions: [Reaction]
    /// Members whom the text mentions with `@`.
    @DefaultsToEmpty public var mentions: [UserID]
    /// The number of former texts.
    @DefaultsToEmpty public var editCount: Int
    /// `true` if it was written elsewhere and imported; otherwise absent. It was never unread and counts as read by
    /// everybody.
    public var imported: Bool?
    /// What a program heard in its recording; absent if it has none or nobody wanted it transcribed.
    public var transcript: Transcript?

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
        bot: BotMark? = nil,
        quote: Quote? = nil,
        media: [Media] = [],
        reactions: [Reaction] = [],
        mentions: [UserID] = [],
        editCount: Int = 0,
        imported: Bool? = nil,
        transcript: Transcript? = nil
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
        self.bot = bot
        self.quote = quote
        self.media = media
        self.reactions = reactions
        self.mentions = mentions
        self.editCount = editCount
        self.imported = imported
        self.transcript = transcript
    }
}

/// A chat in which somebody waits for the user's answer.
public struct InboxItem: Sendable, Hashable, Codable {
    public let chatId: ChatID
    /// When the first message was written that the user hasn't answered.
    public let waitingSince: Timestamp
    public let lastMessage: Message
    /// Set only if the chat is snoozed and was asked for nevertheless.
    @Nullable public var snoozedUntil: Timestamp?

    public init(chatId: ChatID, waitingSince: Timestamp, lastMessage: Message, snoozedUntil: Timestamp? = nil) {
        self.chatId = chatId
        self.waitingSince = waitingSince
        self.lastMessage = lastMessage
        self.snoozedUntil = snoozedUntil
    }
}

/// What a user did with a chat in their inbox. Ephemeral, sent to the user's own devices: the latest wins.
public struct InboxState: Sendable, Hashable, Codable {
    public let chatId: ChatID
    /// Nothing up to this position waits for an answer.
    public let doneSeq: Int64
    @Nullable public var snoozedUntil: Timestamp?

    public init(chatId: ChatID, doneSeq: Int64, snoozedUntil: Timestamp?) {
        self.chatId = chatId
        self.doneSeq = doneSeq
        self.snoozedUntil = snoozedUntil
    }
}

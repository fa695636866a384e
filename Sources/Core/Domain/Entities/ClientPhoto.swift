/// A picture that a client has sent to a trainer, in a check-in or otherwise.
///
/// ```swift
/// let byDay = Dictionary(grouping: photos, by: \.day)
/// ```
public struct ClientPhoto: Sendable, Hashable, Codable {
    public let media: Media
    /// `YYYY-MM-DD`, in the client's time zone.
    public let day: String
    public let at: Timestamp
    public let trainerId: UserID
    public let chatId: ChatID
    public let messageId: MessageID
    /// What a check-in asked for, if it is the answer to that.
    @Nullable public var question: String?

    public init(
        media: Media,
        day: String,
        at: Timestamp,
        trainerId: UserID,
        chatId: ChatID,
        messageId: MessageID,
        question: String? = nil
    ) {
        self.media = media
        self.day = day
        self.at = at
        self.trainerId = trainerId
        self.chatId = chatId
        self.messageId = messageId
        self.question = question
    }
}

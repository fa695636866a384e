public import Domain

/// The source of a statement: a message that the user may read.
///
/// ```swift
/// func line(_ citation: Citation) -> String { "\(citation.senderName): \(citation.quote)" }
/// ```
public struct Citation: Sendable, Codable, Hashable {
    public let messageId: MessageID
    public let chatId: ChatID
    public let clientMessageId: String
    public let senderName: String
    public let sentAt: Timestamp
    /// A verbatim part of that message.
    public let quote: String
    /// `true` if a program heard it in a recording, or the end of the message; otherwise absent.
    public let transcript: Bool?

    public init(
        messageId: MessageID,
        chatId: ChatID,
        clientMessageId: String,
        senderName: String,
        sentAt: Timestamp,
        quote: String,
        transcript: Bool? = nil
    ) {
        self.messageId = messageId
        self.chatId = chatId
        self.clientMessageId = clientMessageId
        self.senderName = senderName
        self.sentAt = sentAt
        self.quote = quote
        self.transcript = transcript
    }
}

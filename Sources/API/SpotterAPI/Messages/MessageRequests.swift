public import Domain

/// Sends a message: `POST /v1/chats/{chatId}/messages`. A repeated request with the same `clientMessageId` returns the
/// first message.
///
/// ```swift
/// let request = SendMessageRequest(clientMessageId: "5f7c1c1e", text: "See you at six")
/// ```
public struct SendMessageRequest: APIValue {
    /// Chosen by the sender. Identifies the message permanently.
    public let clientMessageId: String
    /// 1 to 10 000 characters. May be omitted if there are files.
    public let text: String?
    public let replyTo: MessageID?
    public let mediaIds: [MediaID]?

    public init(clientMessageId: String, text: String?, replyTo: MessageID? = nil, mediaIds: [MediaID]? = nil) {
        self.clientMessageId = clientMessageId
        self.text = text
        self.replyTo = replyTo
        self.mediaIds = mediaIds
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        clientMessageId = try container.decode(String.self, forKey: .clientMessageId)
        text = try container.decodeIfPresent(String.self, forKey: .text)
        mediaIds = try container.idsIfPresent(.mediaIds, orThrow: SpotterError.notFound("file of yours"))
        replyTo = try container.idIfPresent(.replyTo, orThrow: SpotterError.notFound("message to reply to"))
    }

    public static var example: SendMessageRequest {
        SendMessageRequest(clientMessageId: Examples.message.clientMessageId, text: Examples.message.text)
    }
}

/// Changes the text of one of the user's messages: `PATCH /v1/chats/{chatId}/messages/{messageId}`.
///
/// ```swift
/// let request = EditMessageRequest(text: "See you at seven")
/// ```
public struct EditMessageRequest: APIValue {
    public let text: String

    public init(text: String) { self.text = text }
    public static var example: EditMessageRequest { EditMessageRequest(text: "My knee is fine.") }
}

/// Adds a reaction, or removes the user's own: `POST /v1/chats/{chatId}/messages/{messageId}/reactions`.
///
/// ```swift
/// let request = ReactionRequest(emoji: "👍")
/// ```
public struct ReactionRequest: APIValue {
    public let emoji: String

    public init(emoji: String) { self.emoji = emoji }
    public static var example: ReactionRequest { ReactionRequest(emoji: "👍") }
}

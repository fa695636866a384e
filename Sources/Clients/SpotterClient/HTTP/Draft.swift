public import Domain
import SpotterAPI

/// A message to be sent. The `clientMessageId` identifies it, so sending it again doesn't create a second message.
///
/// ```swift
/// let draft = Draft(chatId: chat.id, clientMessageId: UUID().uuidString, text: "See you at six")
/// ```
public struct Draft: Sendable, Hashable {
    public let chatId: ChatID
    public let clientMessageId: String
    public let text: String
    public let replyTo: MessageID?
    public let mediaIds: [MediaID]

    public init(
        chatId: ChatID,
        clientMessageId: String,
        text: String,
        replyTo: MessageID? = nil,
        mediaIds: [MediaID] = []
    ) {
        self.chatId = chatId
        self.clientMessageId = clientMessageId
        self.text = text
        self.replyTo = replyTo
        self.mediaIds = mediaIds
    }
}

extension Draft {
    /// The draft as the body of a request.
    var request: SendMessageRequest {
        SendMessageRequest(
            clientMessageId: clientMessageId,
            text: text,
            replyTo: replyTo,
            mediaIds: mediaIds.isEmpty ? nil : mediaIds
        )
    }

    /// The draft as a frame. Its id is the `clientMessageId`.
    var frame: ClientFrame {
        .send(
            ClientFrame.Send(
                id: clientMessageId,
                chatId: chatId,
                clientMessageId: clientMessageId,
                text: text,
                replyTo: replyTo,
                mediaIds: mediaIds
            )
        )
    }
}

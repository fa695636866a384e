public import Domain

/// A message with nothing beside its row: no quote, file, reaction, mention or transcript, and not by a program. Its text
/// stays where it was read, so that the value is valid only as long as that.
public struct PlainMessage {
    public enum ClientMessageID {
        /// A UUID in its canonical form.
        case uuid(MessageID)
        case text(String)
    }

    let id: MessageID
    let chatId: ChatID
    let seq: Int64
    let senderId: UserID
    let clientMessageId: ClientMessageID
    let text: UnsafeBufferPointer<UInt8>
    let createdAt: Timestamp
    let editedAt: Timestamp?
    let deletedAt: Timestamp?
    let status: MessageStatus
    let via: MessageOrigin
    let editCount: Int64
    let isImported: Bool

    /// - Parameter text: UTF-8.
    public init(
        id: MessageID,
        chatId: ChatID,
        seq: Int64,
        senderId: UserID,
        clientMessageId: ClientMessageID,
        text: UnsafeBufferPointer<UInt8>,
        createdAt: Timestamp,
        editedAt: Timestamp?,
        deletedAt: Timestamp?,
        status: MessageStatus,
        via: MessageOrigin,
        editCount: Int64,
        isImported: Bool
    ) {
        self.id = id
        self.chatId = chatId
        self.seq = seq
        self.senderId = senderId
        self.clientMessageId = clientMessageId
        self.text = text
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.deletedAt = deletedAt
        self.status = status
        self.via = via
        self.editCount = editCount
        self.isImported = isImported
    }
}

extension ServerFrames {
    /// The same bytes as those of a `Message` with these values.
    static func write(_ message: PlainMessage, to writer: inout JSONWriter) {
        writer.field("id", message.id)
        writer.field("chatId", message.chatId)
        writer.field("seq", message.seq)
        writer.field("senderId", message.senderId)
        switch message.clientMessageId {
        case .uuid(let id): writer.field("clientMessageId", id)
        case .text(let text): writer.field("clientMessageId", text)
        }
        writer.field("text", utf8: message.text)
        writer.null("replyTo")
        writer.field("createdAt", message.createdAt)
        writer.field("editedAt", message.editedAt)
        writer.field("deletedAt", message.deletedAt)
        writer.field("status", message.status.rawValue)
        writer.field("via", message.via.rawValue)
        writer.null("quote")
        writer.raw("media", "[]")
        writer.raw("reactions", "[]")
        writer.raw("mentions", "[]")
        writer.field("editCount", message.editCount)
        if message.isImported { writer.field("imported", true) }
    }
}

import Accounts
package import Domain
import Storage

/// A message as its readers see it, with the names of its sender and group.
package struct VisibleMessage: Sendable, Hashable, Identifiable {
    package let id: MessageID
    package let num: Int64
    package let seq: Int64
    package let chatId: ChatID
    package let clientMessageId: String
    package let senderId: UserID
    package let senderName: String
    /// `nil` in a direct chat.
    package let groupName: String?
    /// What is written, and below it what a program heard in a recording.
    package let text: String
    package let sentAt: Timestamp
    /// Whether a program heard the text, or the end of it.
    package let isTranscript: Bool

    package init(
        id: MessageID,
        num: Int64,
        seq: Int64,
        chatId: ChatID,
        clientMessageId: String,
        senderId: UserID,
        senderName: String,
        groupName: String? = nil,
        text: String,
        sentAt: Timestamp,
        isTranscript: Bool = false
    ) {
        self.id = id
        self.num = num
        self.seq = seq
        self.chatId = chatId
        self.clientMessageId = clientMessageId
        self.senderId = senderId
        self.senderName = senderName
        self.groupName = groupName
        self.text = text
        self.sentAt = sentAt
        self.isTranscript = isTranscript
    }

    // MARK: Rows

    /// Columns of `m` (messages), `u` (the sender) and `c` (the chat).
    static let columns =
        "m.id, m.num, m.seq, m.chat_id, m.client_id, m.sender_id, u.display_name, c.name, m.text, m.created_at, "
        + "m.spoken <> ''"

    init(row: any SQLRow) throws {
        self.init(
            id: try row.id(0),
            num: try row.int(1),
            seq: try row.int(2),
            chatId: try row.id(3),
            clientMessageId: try ClientMessageKey(row: row, 4).clientMessageId,
            senderId: try row.id(5),
            senderName: try row.text(6),
            groupName: try row.optionalText(7),
            text: try row.text(8),
            sentAt: try row.timestamp(9),
            isTranscript: try !row.isNull(10) && row.bool(10)
        )
    }
}

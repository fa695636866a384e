import Domain
import Storage

/// A row of `messages m`.
struct MessageRow {
    static let columns =
        "m.id, m.chat_id, m.seq, m.sender_id, m.client_id, m.written, m.reply_to, m.created_at, m.edited_at, "
        + "m.deleted_at, m.via, m.edit_count, m.extras, m.spoken"
    /// The index of `m.written` in `columns`.
    static let textColumn = 5

    /// Its status is that of a message that nobody has received.
    let message: Message
    /// The parts that must be read in addition.
    let extras: MessageExtras

    /// Reads a row that begins with `columns`.
    init(row: any SQLRow) throws {
        extras = MessageExtras(rawValue: try row.int(12))
        let origin = StoredOrigin(try row.text(10))
        message = Message(
            id: try row.id(0),
            chatId: try row.id(1),
            seq: try row.int(2),
            senderId: try row.id(3),
            clientMessageId: try ClientMessageKey(row: row, 4).clientMessageId,
            text: try row.text(5),
            replyTo: try row.optionalID(6),
            createdAt: try row.timestamp(7),
            editedAt: try row.optionalTimestamp(8),
            deletedAt: try row.optionalTimestamp(9),
            via: origin.via,
            bot: origin.bot,
            editCount: Int(try row.int(11)),
            imported: extras.contains(.imported) ? true : nil,
            transcript: try row.optionalText(13).map { Transcript(status: .ready, text: $0) }
        )
    }
}

extension Quote {
    /// Columns of the table `messages m`.
    static let columns = "m.id, m.sender_id, m.written, m.deleted_at"

    /// Reads a row that begins with `columns`.
    init(row: any SQLRow) throws {
        self.init(
            messageId: try row.id(0),
            senderId: try row.id(1),
            text: try row.text(2),
            deleted: !row.isNull(3)
        )
    }
}

extension Message {
    static func exists(_ id: MessageID, in chat: ChatID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM messages WHERE id = $1 AND chat_id = $2", id, chat)
    }
}

import Domain
import Storage

/// A row of `messages m`.
struct MessageRow {
    static let columns =
        "m.id, m.chat_id, m.seq, m.sender_id, m.client_id, m.written, m.reply_to, m.created_at, m.edited_at, "
        + "m.deleted_at, m.via, m.edit_count, m.extras, m.spoken"

    /// Selects rows; a condition on `m` follows.
    static let selection = "SELECT \(columns) FROM messages m "

    /// Where each of `columns` stands in a row.
    enum Column {
        static let id = 0
        static let chat = 1
        static let seq = 2
        static let sender = 3
        static let clientKey = 4
        static let text = 5
        static let replyTo = 6
        static let createdAt = 7
        static let editedAt = 8
        static let deletedAt = 9
        static let via = 10
        static let editCount = 11
        static let extras = 12
        static let spoken = 13
    }

    /// Its status is that of a message that nobody has received.
    let message: Message
    /// The parts that must be read in addition.
    let extras: MessageExtras

    /// Reads a row that begins with `columns`.
    init(row: any SQLRow) throws {
        extras = MessageExtras(rawValue: try row.int(Column.extras))
        let origin = StoredOrigin(try row.text(Column.via))
        message = Message(
            id: try row.id(Column.id),
            chatId: try row.id(Column.chat),
            seq: try row.int(Column.seq),
            senderId: try row.id(Column.sender),
            clientMessageId: try ClientMessageKey(row: row, Column.clientKey).clientMessageId,
            text: try row.text(Column.text),
            replyTo: try row.optionalID(Column.replyTo),
            createdAt: try row.timestamp(Column.createdAt),
            editedAt: try row.optionalTimestamp(Column.editedAt),
            deletedAt: try row.optionalTimestamp(Column.deletedAt),
            via: origin.via,
            bot: origin.bot,
            editCount: Int(try row.int(Column.editCount)),
            imported: extras.contains(.imported) ? true : nil,
            transcript: try row.optionalText(Column.spoken).map { Transcript(status: .ready, text: $0) }
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

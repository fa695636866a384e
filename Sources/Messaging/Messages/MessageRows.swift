package import Domain
package import Storage

extension Message {
    package static let columns =
        "m.id, m.chat_id, m.seq, m.sender_id, m.client_message_id, m.text, m.reply_to, m.created_at, m.edited_at, "
        + "m.deleted_at, m.via, m.edit_count, m.extras"

    /// Where `columns` has the bits that say what else there is to read.
    static let extrasColumn = 12

    /// From a row that begins with `columns`; the status is that of a message nobody has received.
    package init(row: any SQLRow, from first: Int = 0) throws {
        self.init(
            id: try row.id(first),
            chatId: try row.id(first + 1),
            seq: try row.int(first + 2),
            senderId: try row.id(first + 3),
            clientMessageId: try row.text(first + 4),
            text: try row.text(first + 5),
            replyTo: try row.optionalID(first + 6),
            createdAt: try row.timestamp(first + 7),
            editedAt: try row.optionalTimestamp(first + 8),
            deletedAt: try row.optionalTimestamp(first + 9),
            via: try row.word(first + 10),
            editCount: Int(try row.int(first + 11))
        )
    }

    /// With everything that belongs to it, but the status.
    package static func find(
        _ id: MessageID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws -> Message? {
        try MessageReader.read("WHERE m.id = $1 AND m.chat_id = $2", id, chat, on: connection).first
    }
}

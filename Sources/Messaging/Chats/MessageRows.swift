package import Domain
package import Storage

extension Message {
    package static let columns =
        "m.id, m.chat_id, m.seq, m.sender_id, m.client_message_id, m.text, m.reply_to, m.created_at, m.edited_at, "
        + "m.deleted_at, m.via"

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
            via: try row.word(first + 10)
        )
    }

    package static func find(
        _ id: MessageID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws -> Message? {
        try connection.first("SELECT \(columns) FROM messages m WHERE m.id = $1 AND m.chat_id = $2", id, chat) {
            try Message(row: $0)
        }
    }
}

/// The cursors of a chat's members, from which a message's status follows.
struct Cursors {
    private let members: [(user: UserID, delivered: Int64, read: Int64)]

    init(of chat: ChatID, on connection: any SQLConnection) throws {
        members = try connection.query(
            "SELECT user_id, delivered_seq, read_seq FROM members WHERE chat_id = $1",
            chat
        ) { (try $0.id(0), try $0.int(1), try $0.int(2)) }
    }

    /// Read when everyone but the sender has read it, delivered when everyone has it (invariant 7).
    func status(of message: Message) -> MessageStatus {
        var status = MessageStatus.read
        var hasRecipient = false
        for member in members where member.user != message.senderId {
            hasRecipient = true
            guard member.read < message.seq else { continue }
            guard member.delivered >= message.seq else { return .sent }
            status = .delivered
        }
        return hasRecipient ? status : .sent
    }
}

import Accounts
package import Domain
package import Storage

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
    fileprivate static let columns =
        "m.id, m.num, m.seq, m.chat_id, m.client_id, m.sender_id, u.display_name, c.name, m.text, m.created_at, "
        + "m.spoken <> ''"

    fileprivate init(row: any SQLRow) throws {
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

/// Reads messages with the permissions that one user has when the statement runs. Membership is checked here,
/// regardless of where an id came from.
package struct VisibleMessageReader {
    package let reader: UserID
    package let connection: any SQLConnection

    package init(reader: UserID, connection: any SQLConnection) {
        self.reader = reader
        self.connection = connection
    }

    /// The message; `nil` if it doesn't exist, was deleted, or is in a chat of which the user isn't a member.
    package func message(_ id: MessageID) throws -> VisibleMessage? {
        try query("m.id = $2", [id]).first
    }

    /// The previous message in the same chat that has a text.
    ///
    /// - Parameter upTo: messages with a higher `num` are ignored.
    package func before(_ message: VisibleMessage, upTo num: Int64 = .max) throws -> VisibleMessage? {
        try neighbour(of: message, upTo: num, "<", "DESC")
    }

    /// The next message in the same chat that has a text.
    package func after(_ message: VisibleMessage, upTo num: Int64 = .max) throws -> VisibleMessage? {
        try neighbour(of: message, upTo: num, ">", "ASC")
    }

    /// The next message in the same chat that another sender wrote and that has a text.
    package func reply(to message: VisibleMessage, upTo num: Int64 = .max) throws -> VisibleMessage? {
        try query(
            """
            m.chat_id = $2 AND m.seq > $3 AND m.num <= $4 AND m.text <> '' AND m.sender_id <> $5
            ORDER BY m.seq LIMIT 1
            """,
            [message.chatId, message.seq, num, message.senderId]
        ).first
    }

    /// The newest messages that have a text, newest first.
    ///
    /// - Parameters:
    ///   - filter: conditions on `m` (messages), with placeholders from `$2` on.
    ///   - arguments: the values of those placeholders.
    package func newest(_ limit: Int, filter: String, arguments: [any SQLBindable]) throws -> [VisibleMessage] {
        try query(
            """
            m.text <> ''\(filter.isEmpty ? "" : " AND \(filter)")
            ORDER BY m.created_at DESC, m.num DESC LIMIT $\(arguments.count + 2)
            """,
            arguments + [limit]
        )
    }

    /// The messages that have a text and pass a filter, in no particular order; `nil` if there are more than `limit`. Reads
    /// all messages once, unless many pass.
    ///
    /// - Parameters:
    ///   - num: messages with a higher `num` are ignored.
    ///   - filter: conditions on `m` (messages), with placeholders from `$4` on.
    ///   - arguments: the values of those placeholders.
    ///   - isInFewChats: whether the filter names chats, so that only their messages are read.
    package func all(
        upTo num: Int64,
        filter: String,
        arguments: [any SQLBindable],
        isInFewChats: Bool,
        limit: Int
    ) throws -> [(message: MessageID, chat: ChatID)]? {
        // In the order of the rows otherwise: no index covers other filters.
        let tables = isInFewChats ? "messages m" : "message_rows r CROSS JOIN messages m ON m.num = r.num"
        let found = try connection.query(
            """
            SELECT m.id, m.chat_id FROM \(tables)
            WHERE \(VisibleMessages.condition(on: "m", to: "$1")) AND m.num <= $2 AND m.text <> ''
                AND $3 >= 0 \(filter.isEmpty ? "" : "AND \(filter)")
            LIMIT $3 + 1
            """,
            [reader, num, limit] + arguments
        ) { (message: try $0.id(0, MessageID.self), chat: try $0.id(1, ChatID.self)) }
        return found.count > limit ? nil : found
    }

    /// The chat of a message that the user may read; `nil` for any other.
    package func chat(of id: MessageID) throws -> ChatID? {
        try connection.first(
            "SELECT m.chat_id FROM messages m WHERE \(VisibleMessages.rowCondition(on: "m", to: "$1")) AND m.id = $2",
            reader,
            id
        ) { try $0.id(0) }
    }

    private func neighbour(
        of message: VisibleMessage,
        upTo num: Int64,
        _ side: String,
        _ order: String
    ) throws -> VisibleMessage? {
        try query(
            "m.chat_id = $2 AND m.seq \(side) $3 AND m.num <= $4 AND m.text <> '' ORDER BY m.seq \(order) LIMIT 1",
            [message.chatId, message.seq, num]
        ).first
    }

    /// - Parameter condition: a condition on `m`, with placeholders from `$2` on. An index must cover it, because it
    ///   runs for each candidate of a search.
    private func query(_ condition: String, _ arguments: [any SQLBindable]) throws -> [VisibleMessage] {
        try connection.query(
            """
            SELECT \(VisibleMessage.columns)
            FROM messages m \(User.join("u", on: "m.sender_id")) JOIN chats c ON c.id = m.chat_id
            WHERE \(VisibleMessages.rowCondition(on: "m", to: "$1")) AND \(condition)
            """,
            [reader] + arguments,
            row: VisibleMessage.init(row:)
        )
    }
}

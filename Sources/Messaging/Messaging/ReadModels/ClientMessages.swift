import Accounts
package import Domain
package import Storage

/// What clients have written to their trainers in direct chats, with the text: for data derived from a client's own
/// words. What a program wrote with an API key, the assistant, or what one heard in a recording, isn't here.
package struct ClientMessage: Sendable, Hashable {
    /// Its position in `MessageFeed`.
    package let num: Int64
    package let id: MessageID
    package let chat: ChatID
    package let trainer: UserID
    package let client: UserID
    /// The client's time zone, as an IANA name.
    package let timeZone: String
    package let text: String
    package let sentAt: Timestamp
    package let replyTo: MessageID?

    private static let columns = """
        SELECT m.num, m.id, m.chat_id, t.id, s.id, s.timezone, m.written, m.created_at, m.reply_to
        FROM messages m
        JOIN chats c ON c.id = m.chat_id AND c.kind = 'direct'
        \(User.join("s", on: "m.sender_id")) AND s.role = 'client'
        JOIN members o ON o.chat_id = m.chat_id AND o.user_id <> m.sender_id
        \(User.join("t", on: "o.user_id")) AND t.role = 'trainer'
        WHERE m.deleted_at IS NULL AND m.via = 'user'
        """
    private static let select = "\(columns) AND m.written <> ''"
    private static let selectWithFiles =
        "\(columns) AND (m.written <> '' OR m.extras & \(MessageExtras.media.rawValue) <> 0)"

    private init(row: any SQLRow) throws {
        num = try row.int(0)
        id = try row.id(1)
        chat = try row.id(2)
        trainer = try row.id(3)
        client = try row.id(4)
        timeZone = try row.text(5)
        text = try row.text(6)
        sentAt = try row.timestamp(7)
        replyTo = try row.optionalID(8)
    }

    /// Those between two positions, the first excluded, the last included.
    package static func list(
        after first: Int64,
        upTo last: Int64,
        on connection: any SQLConnection
    ) throws -> [ClientMessage] {
        try connection.query(
            "\(select) AND m.num > $1 AND m.num <= $2 ORDER BY m.num",
            first,
            last,
            row: ClientMessage.init
        )
    }

    /// The same, and those that have files without a text.
    package static func listWithFiles(
        after first: Int64,
        upTo last: Int64,
        on connection: any SQLConnection
    ) throws -> [ClientMessage] {
        try connection.query(
            "\(selectWithFiles) AND m.num > $1 AND m.num <= $2 ORDER BY m.num",
            first,
            last,
            row: ClientMessage.init
        )
    }

    /// Those of a client to a trainer after a position, in the order in which they were stored.
    package static func list(
        from client: UserID,
        to trainer: UserID,
        after num: Int64,
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [ClientMessage] {
        try connection.query(
            """
            \(select) AND s.id = $1 AND t.id = $2 AND m.chat_id IN (
                SELECT a.chat_id FROM members a JOIN members b ON b.chat_id = a.chat_id
                WHERE a.user_id = $1 AND b.user_id = $2
            ) AND m.num > $3 ORDER BY m.num LIMIT $4
            """,
            client,
            trainer,
            num,
            limit,
            row: ClientMessage.init
        )
    }

    /// Those of a client to a trainer that have files, the newest first.
    /// - Parameter message: only what was stored before this one; `nil` for all.
    package static func listWithFiles(
        from client: UserID,
        to trainer: UserID,
        before message: MessageID?,
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [ClientMessage] {
        let end = try message.map { id in
            try connection.first("SELECT num FROM messages WHERE id = $1", id) { try $0.int(0) } ?? 0
        }
        return try connection.query(
            """
            \(columns) AND m.extras & \(MessageExtras.media.rawValue) <> 0 AND s.id = $1 AND t.id = $2
            AND m.chat_id IN (
                SELECT a.chat_id FROM members a JOIN members b ON b.chat_id = a.chat_id
                WHERE a.user_id = $1 AND b.user_id = $2
            ) AND m.num < $3 ORDER BY m.num DESC LIMIT $4
            """,
            client,
            trainer,
            end ?? Int64.max,
            limit,
            row: ClientMessage.init
        )
    }

    /// `nil` if it isn't such a message, or was deleted.
    package static func find(_ id: MessageID, on connection: any SQLConnection) throws -> ClientMessage? {
        try connection.first("\(select) AND m.id = $1", id, row: ClientMessage.init)
    }

    /// The same, and one that has files without a text.
    package static func findWithFiles(_ id: MessageID, on connection: any SQLConnection) throws -> ClientMessage? {
        try connection.first("\(selectWithFiles) AND m.id = $1", id, row: ClientMessage.init)
    }
}

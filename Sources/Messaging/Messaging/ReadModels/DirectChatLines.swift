import Accounts
package import Domain
package import Storage

/// A message of a direct chat between a trainer and a client, as far as it matters who said what when.
package struct DirectChatLine: Sendable, Hashable {
    package let id: MessageID
    package let sender: UserID
    package let via: MessageOrigin
    package let text: String
    package let sentAt: Timestamp
    package let isImported: Bool

    package init(
        id: MessageID,
        sender: UserID,
        via: MessageOrigin,
        text: String,
        sentAt: Timestamp,
        isImported: Bool = false
    ) {
        self.id = id
        self.sender = sender
        self.via = via
        self.text = text
        self.sentAt = sentAt
        self.isImported = isImported
    }

    /// The newest messages of a chat that aren't deleted, in its order.
    package static func newest(
        _ limit: Int,
        of chat: ChatID,
        since: Timestamp = .earliest,
        on connection: any SQLConnection
    ) throws -> [DirectChatLine] {
        try connection.query(
            """
            SELECT m.id, m.sender_id, m.via, m.written, m.created_at, \(MessageExtras.isImported("m.extras"))
            FROM messages m WHERE m.chat_id = $1 AND m.created_at >= $2 AND m.deleted_at IS NULL
            ORDER BY m.seq DESC LIMIT $3
            """,
            chat,
            since,
            limit
        ) { row in
            DirectChatLine(
                id: try row.id(0),
                sender: try row.id(1),
                via: StoredOrigin(try row.text(2)).via,
                text: try row.text(3),
                sentAt: try row.timestamp(4),
                isImported: try row.bool(5)
            )
        }.reversed()
    }

    /// The chat of two people; `nil` if they have none.
    package static func chat(of one: UserID, and other: UserID, on connection: any SQLConnection) throws -> ChatID? {
        try connection.first("SELECT id FROM chats WHERE pair_key = $1", Chats.pairKey(one, other)) { try $0.id(0) }
    }
}

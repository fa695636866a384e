package import Domain
package import Storage

/// When somebody has written in a chat themselves. What programs sent for them isn't here.
package struct WritingTime: Sendable, Hashable {
    package let message: MessageID
    package let sentAt: Timestamp

    /// The newest first. For callers that have checked the membership of their reader.
    package static func newest(
        _ limit: Int,
        of user: UserID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws -> [WritingTime] {
        try connection.query(
            """
            SELECT m.id, m.created_at FROM messages m
            WHERE m.chat_id = $1 AND m.sender_id = $2 AND m.deleted_at IS NULL AND m.via = 'user'
            ORDER BY m.seq DESC LIMIT $3
            """,
            chat,
            user,
            limit
        ) { WritingTime(message: try $0.id(0), sentAt: try $0.timestamp(1)) }
    }
}

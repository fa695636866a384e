package import Domain
package import Storage

/// How much a user hasn't read: exact, from the chat's order and their cursor.
package struct Unread {
    /// Messages of others that aren't deleted.
    package var messages = 0
    /// Those of them that mention the reader.
    package var mentions = 0

    /// In each of a user's chats, or in one of them. Chats with nothing unread are left out.
    package static func counts(
        of user: UserID,
        in chat: ChatID? = nil,
        on connection: any SQLConnection
    ) throws -> [ChatID: Unread] {
        let mine = "mine.user_id = $1" + (chat == nil ? "" : " AND mine.chat_id = $2")
        let arguments: [any SQLBindable] = chat.map { [user, $0] } ?? [user]
        var counts: [ChatID: Unread] = [:]
        try connection.forEach(
            """
            SELECT m.chat_id, count(*) FROM members mine JOIN messages m ON m.chat_id = mine.chat_id
            WHERE \(mine) AND m.seq > mine.read_seq AND m.sender_id <> mine.user_id AND m.deleted_at IS NULL
            GROUP BY m.chat_id
            """,
            arguments
        ) { row in
            counts[try row.id(0), default: Unread()].messages = Int(try row.int(1))
            return true
        }
        try connection.forEach(
            """
            SELECT n.chat_id, count(*) FROM members mine
            JOIN mentions n ON n.user_id = mine.user_id AND n.chat_id = mine.chat_id
            WHERE \(mine) AND n.seq > mine.read_seq GROUP BY n.chat_id
            """,
            arguments
        ) { row in
            counts[try row.id(0), default: Unread()].mentions = Int(try row.int(1))
            return true
        }
        return counts
    }
}

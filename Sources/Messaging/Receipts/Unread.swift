package import Domain
package import Storage

/// A user's unread counts: exact, by the counters of the chat and of the user's cursor (`UnreadCounters`).
package struct Unread {
    /// Undeleted messages of others.
    package var messages = 0
    /// The messages among them that mention the reader.
    package var mentions = 0

    /// The counts of all of a user's chats, or of one. Chats without unread messages are omitted.
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
            SELECT c.id, c.message_count - mine.read_ordinal - mine.uncounted
            FROM members mine JOIN chats c ON c.id = mine.chat_id
            WHERE \(mine) AND c.message_count > mine.read_ordinal + mine.uncounted
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

package import Domain
package import Storage

/// A user's unread counts: exact, by the counters of the chat and of the user's cursor (`UnreadCounters`).
package struct Unread {
    /// Undeleted messages of others.
    package var messages = 0
    /// The messages among them that mention the reader.
    package var mentions = 0

    /// The counts of all of a user's chats. Chats without unread messages are omitted.
    package static func counts(of user: UserID, on connection: any SQLConnection) throws -> [ChatID: Unread] {
        var counts: [ChatID: Unread] = [:]
        try connection.forEach(ofAllChats, [user]) { row in
            counts[try row.id(0)] = Unread(messages: Int(try row.int(1)), mentions: Int(try row.int(2)))
            return true
        }
        return counts
    }

    private static let ofAllChats = """
        SELECT c.id, \(messages("mine", "c")), \(mentions("mine", "c"))
        FROM members mine JOIN chats c ON c.id = mine.chat_id
        WHERE mine.user_id = $1 AND \(messages("mine", "c")) > 0
        """

    /// The number of unread messages, for a statement that has the user's row of `members` and its chat under these names.
    static func messages(_ member: String, _ chat: String) -> String {
        "(\(chat).message_count - \(member).read_ordinal - \(member).uncounted)"
    }

    /// The number of unread mentions, likewise. They are counted only if there are unread messages.
    static func mentions(_ member: String, _ chat: String) -> String {
        """
        CASE WHEN \(messages(member, chat)) > 0 THEN (
            SELECT count(*) FROM mentions n WHERE n.user_id = \(member).user_id AND n.chat_id = \(member).chat_id
                AND n.seq > \(member).read_seq AND EXISTS (
                    SELECT 1 FROM message_rows i
                    WHERE i.id = n.message_id AND NOT \(MessageExtras.isImported("i.extras"))
                )
        ) ELSE 0 END
        """
    }
}

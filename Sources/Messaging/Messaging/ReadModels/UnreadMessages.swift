import Contacts
package import Domain
package import Storage

/// The messages about which members may have to be notified.
///
///     SELECT m.num, s.id FROM \(UnreadMessages.tables) CROSS JOIN devices s
///     WHERE \(UnreadMessages.condition(at: "$1")) AND s.user_id = r.user_id
package enum UnreadMessages {
    /// Tables for a `FROM` clause: a message `m` (`num`, `id`, `chat_id`, `sender_id`, `created_at`) and a member `r`
    /// of its chat (`user_id`). SQLite keeps the order of a CROSS JOIN, so it starts with the messages.
    package static let tables = "messages m CROSS JOIN members r"

    /// The same tables for statements that know the member; SQLite starts with the members.
    package static let tablesByMember = "members r CROSS JOIN messages m"

    /// The condition on `tables` that `r` must be notified of `m`: it wasn't imported, somebody else sent it to the chat of `r` after `r`
    /// joined, `r` hasn't read it and hasn't muted the chat, and there is no block between the two.
    ///
    /// - Parameter now: the placeholder of the current time.
    package static func condition(at now: String) -> String {
        """
        r.chat_id = m.chat_id AND m.deleted_at IS NULL AND NOT \(MessageExtras.isImported("m.extras"))
        AND r.user_id <> m.sender_id AND m.seq > r.read_seq AND m.seq > r.joined_seq
        AND (r.muted_until IS NULL OR r.muted_until <= \(now))
        AND NOT \(BlockRows.condition(between: "r.user_id", and: "m.sender_id"))
        """
    }

    /// The condition that the user in `column` has read something since the time in `since`.
    package static func hasRead(_ column: String, since: String) -> String {
        """
        EXISTS (
            SELECT 1 FROM members r JOIN receipt_marks k
            ON k.chat_id = r.chat_id AND k.user_id = r.user_id AND k.kind = 'read' AND k.at > \(since)
            WHERE r.user_id = \(column)
        )
        """
    }

    /// The number of unread messages in the chats that the user hasn't muted.
    package static func badge(of user: UserID, at now: Timestamp, on connection: any SQLConnection) throws -> Int {
        let muted = try connection.query(
            "SELECT chat_id FROM members WHERE user_id = $1 AND muted_until > $2",
            user,
            now
        ) { try $0.id(0, ChatID.self) }
        return try Unread.counts(of: user, on: connection).reduce(0) { sum, chat in
            muted.contains(chat.key) ? sum : sum + chat.value.messages
        }
    }
}

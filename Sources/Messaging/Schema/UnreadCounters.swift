import Storage

/// Counters beside each member's read cursor, so that unread messages are counted without reading them:
///
///     unread = chats.message_count - members.read_ordinal - members.uncounted
///
/// `read_ordinal` is how many of the chat's messages are up to the cursor. `uncounted` is how many of those after it
/// aren't unread: the member's own and deleted ones.
enum UnreadCounters {
    static let migration = Migration(
        "messaging: unread counters",
        statements: [
            "ALTER TABLE members ADD COLUMN read_ordinal INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE members ADD COLUMN uncounted INTEGER NOT NULL DEFAULT 0",
            "UPDATE members SET read_ordinal = \(readOrdinal)",
            "UPDATE members SET uncounted = \(uncounted)",
        ]
    )

    /// What the counters of a row of `members` must be, counted anew.
    static let readOrdinal = """
        coalesce((
            SELECT r.ordinal FROM message_rows r WHERE r.chat = (SELECT num FROM chats WHERE id = members.chat_id)
                AND r.seq <= members.read_seq ORDER BY r.seq DESC LIMIT 1
        ), 0)
        """
    static let uncounted = """
        (
            SELECT count(*) FROM message_rows r WHERE r.chat = (SELECT num FROM chats WHERE id = members.chat_id)
                AND r.seq > members.read_seq AND (
                    r.deleted_at IS NOT NULL OR r.sender = (SELECT num FROM senders WHERE user_id = members.user_id)
                )
        )
        """
}

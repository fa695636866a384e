import Storage

/// Counters beside each member's read cursor, so that unread messages are counted without reading them:
///
///     unread = chats.message_count - members.read_ordinal - members.uncounted
///
/// `read_ordinal` is how many of the chat's messages are up to the cursor. `uncounted` is how many of those after it
/// aren't unread: the member's own and deleted ones.
///
/// A cursor passes the member's own messages that follow it directly, when they are sent or when it reaches them: the
/// first message after it is always another's. So it depends on the order of the messages alone, and clients follow it.
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

    /// Cursors of earlier versions pass the messages that their members have sent.
    static let ownMessages = Migration("messaging: read cursors pass own messages", statements: passingOwnMessages)
        .on(.postgreSQL, statements: [])

    static let passingOwnMessages = [
        """
        UPDATE members SET read_seq = max(read_seq, coalesce((
            SELECT max(r.seq) FROM message_rows r WHERE r.chat = (SELECT num FROM chats WHERE id = members.chat_id)
                AND r.seq < coalesce(\(nextOfOthers), 9223372036854775807)
        ), 0))
        """,
        "UPDATE members SET uncounted = \(uncounted) WHERE read_ordinal <> \(readOrdinal)",
        "UPDATE members SET read_ordinal = \(readOrdinal)",
    ]

    /// The first message of another after a row's cursor.
    private static let nextOfOthers = """
        (
            SELECT o.seq FROM message_rows o WHERE o.chat = (SELECT num FROM chats WHERE id = members.chat_id)
                AND o.seq > members.read_seq
                AND o.sender IS NOT (SELECT num FROM senders WHERE user_id = members.user_id)
            ORDER BY o.seq LIMIT 1
        )
        """

    /// The counters of a row of `members`, counted again; `uncounted` before there were imported messages (`UnreadRule`).
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

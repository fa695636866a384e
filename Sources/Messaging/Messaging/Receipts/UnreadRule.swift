/// Which messages after a row's cursor aren't unread, for statements on `members`: the member's own, imported and deleted
/// ones. The cursor stands at the last of those that follow it directly (`UnreadCounters`).
enum UnreadRule {
    private static let num = "(SELECT num FROM chats WHERE id = members.chat_id)"
    private static let sender = "(SELECT num FROM senders WHERE user_id = members.user_id)"

    /// Whether a cursor passes the row of `message_rows` under this name.
    private static func isPassed(_ row: String) -> String {
        "(\(row).sender = coalesce(\(sender), 0) OR \(MessageExtras.isImported("\(row).extras")))"
    }

    /// What `members.uncounted` must be, counted again.
    static let uncounted = """
        (
            SELECT count(*) FROM message_rows r
            WHERE r.chat = \(num) AND r.seq > members.read_seq AND (r.deleted_at IS NOT NULL OR \(isPassed("r")))
        )
        """

    /// Whether the first message after a row's cursor is one that the cursor passes, which must not be.
    static let isBeforePassedMessage = """
        coalesce((
            SELECT CASE WHEN \(isPassed("r")) THEN 1 ELSE 0 END FROM message_rows r
            WHERE r.chat = \(num) AND r.seq > members.read_seq ORDER BY r.seq LIMIT 1
        ), 0) = 1
        """

    /// Where a cursor at `members.read_seq` stands after it has passed what follows it directly.
    static let passed = """
        coalesce((
            SELECT max(r.seq) FROM message_rows r
            WHERE r.chat = \(num) AND r.seq > members.read_seq AND r.seq < coalesce((
                SELECT o.seq FROM message_rows o
                WHERE o.chat = \(num) AND o.seq > members.read_seq AND NOT \(isPassed("o")) ORDER BY o.seq LIMIT 1
            ), 9223372036854775807)
        ), read_seq)
        """
}

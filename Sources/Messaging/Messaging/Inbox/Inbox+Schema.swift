import Storage

extension Inbox {
    /// The state of a chat in a member's inbox stands in the member's row, which a send writes anyway. `last_sent_seq` is
    /// the position of the member's last message; `done_seq` that up to which nothing waits; `snoozed_seq` the chat's
    /// position when it was snoozed.
    static let migration = Migration(
        "messaging: inbox",
        statements: [
            "ALTER TABLE members ADD COLUMN last_sent_seq INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE members ADD COLUMN done_seq INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE members ADD COLUMN snoozed_until INTEGER",
            "ALTER TABLE members ADD COLUMN snoozed_seq INTEGER NOT NULL DEFAULT 0",
            """
            UPDATE members SET last_sent_seq = sent.seq FROM (
                SELECT c.id AS chat_id, s.user_id AS user_id, last.seq AS seq
                FROM (SELECT chat, sender, max(seq) AS seq FROM message_rows GROUP BY chat, sender) last
                JOIN chats c ON c.num = last.chat JOIN senders s ON s.num = last.sender
            ) sent WHERE members.chat_id = sent.chat_id AND members.user_id = sent.user_id
            """,
        ]
    )
}

/// Who shows a file: messages that aren't deleted, people and groups whose photo it is.
enum MediaUse {
    /// A condition on `media f`: nothing shows it.
    static let isUnused = """
        NOT EXISTS (
            SELECT 1 FROM message_media l JOIN messages m ON m.id = l.message_id
            WHERE l.media_id = f.id AND m.deleted_at IS NULL
        )
        AND NOT EXISTS (SELECT 1 FROM users u WHERE u.photo_media_id = f.id)
        AND NOT EXISTS (SELECT 1 FROM chats c WHERE c.photo_media_id = f.id)
        """

    /// A condition on `media f` and the user $1: one of the things that show it is in their sight. Part of the query that
    /// finds the row, so that a foreign file costs as much as none.
    static let isShown = """
        f.state = 'ready' AND (
            EXISTS (
                SELECT 1 FROM message_media l
                JOIN messages m ON m.id = l.message_id
                JOIN members me ON me.chat_id = m.chat_id
                WHERE l.media_id = f.id AND me.user_id = $1 AND m.deleted_at IS NULL
            )
            OR EXISTS (
                SELECT 1 FROM chats c JOIN members me ON me.chat_id = c.id
                WHERE c.photo_media_id = f.id AND me.user_id = $1
            )
            OR EXISTS (
                SELECT 1 FROM users u WHERE u.photo_media_id = f.id AND (
                    EXISTS (
                        SELECT 1 FROM members mine JOIN members theirs ON theirs.chat_id = mine.chat_id
                        WHERE mine.user_id = $1 AND theirs.user_id = u.id
                    )
                    OR EXISTS (
                        SELECT 1 FROM contacts k
                        WHERE k.trainer_id = $1 AND k.client_id = u.id OR k.trainer_id = u.id AND k.client_id = $1
                    )
                )
            )
        )
        """
}

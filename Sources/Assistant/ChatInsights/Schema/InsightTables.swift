/// What was read in chats: tasks, decisions, urgent messages. All of it can be read again, except what people did with it.
package enum InsightTables {
    package static let statements = [
        // `previous_id` is the message before, if its words are part of it, as in "yes".
        """
        CREATE TABLE message_insights (
            message_id BLOB NOT NULL,
            part INTEGER NOT NULL,
            id BLOB NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('action', 'decision', 'priority', 'meeting')),
            chat_id BLOB NOT NULL,
            said_at INTEGER NOT NULL,
            due_at INTEGER,
            previous_id BLOB,
            reading TEXT NOT NULL,
            PRIMARY KEY (message_id, part)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX message_insights_by_chat ON message_insights (chat_id, kind, said_at)",
        "CREATE INDEX message_insights_by_id ON message_insights (id)",
        """
        CREATE INDEX message_insights_by_previous ON message_insights (previous_id)
        WHERE previous_id IS NOT NULL
        """,
        // Up to which position a chat was read, and by which version of the rules.
        """
        CREATE TABLE chat_readings (
            chat_id BLOB PRIMARY KEY,
            seq INTEGER NOT NULL,
            version INTEGER NOT NULL
        )
        """,
        // Messages to be read again, because they or the one before them were edited.
        """
        CREATE TABLE insight_queue (
            message_id BLOB PRIMARY KEY,
            chat_id BLOB NOT NULL
        )
        """,
        "CREATE INDEX insight_queue_by_chat ON insight_queue (chat_id)",
        // Tasks that somebody marked as done. It outlives a new reading: the id follows from the message and the words.
        """
        CREATE TABLE done_actions (
            id BLOB NOT NULL,
            chat_id BLOB NOT NULL,
            message_id BLOB NOT NULL,
            done_at INTEGER NOT NULL,
            done_by BLOB,
            PRIMARY KEY (message_id, id)
        ) WITHOUT ROWID
        """,
        "CREATE INDEX done_actions_by_user ON done_actions (done_by) WHERE done_by IS NOT NULL",
    ]
}

package import Storage

/// Who wants to be told of their weekly page, of which weeks they were told, and what they have dismissed.
package enum WeekSchema {
    package static let pages = Migration(
        "assistant: weekly pages",
        statements: [
            // `next_at` is NULL while it's off; it was worked out in `zone`.
            """
            CREATE TABLE weekly_pages (
                user_id BLOB PRIMARY KEY REFERENCES users (id),
                weekly INTEGER NOT NULL,
                weekday INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),
                hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
                zone TEXT NOT NULL,
                next_at INTEGER
            )
            """,
            "CREATE INDEX weekly_pages_by_time ON weekly_pages (next_at)",
            // A week is named by its Monday, as days since 1970. It is never told twice, whatever the clock does.
            """
            CREATE TABLE weekly_pages_told (
                user_id BLOB NOT NULL,
                week INTEGER NOT NULL,
                told_at INTEGER NOT NULL,
                PRIMARY KEY (user_id, week)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE week_dismissals (
                owner_id BLOB NOT NULL,
                reason_id BLOB NOT NULL,
                message_id BLOB,
                chat_id BLOB,
                dismissed_at INTEGER NOT NULL,
                PRIMARY KEY (owner_id, reason_id)
            ) WITHOUT ROWID
            """,
            "CREATE INDEX week_dismissals_by_message ON week_dismissals (message_id) WHERE message_id IS NOT NULL",
        ]
    )
}

/// The second version: everything that people expect of a messenger beyond sending text. A section each for accounts,
/// messages, and media, as the use cases are.
enum Schema2 {
    static let accounts: [String] = [
        "ALTER TABLE sessions ADD COLUMN last_seen_at INTEGER",
        """
        CREATE TABLE reset_tokens (
            hash BLOB PRIMARY KEY,
            user_id BLOB NOT NULL REFERENCES users (id),
            expires_at INTEGER NOT NULL
        )
        """,
        "CREATE INDEX reset_tokens_by_user ON reset_tokens (user_id)",
        // Who doesn't want to hear of whom.
        """
        CREATE TABLE blocks (
            blocker_id BLOB NOT NULL REFERENCES users (id),
            blocked_id BLOB NOT NULL REFERENCES users (id),
            created_at INTEGER NOT NULL,
            PRIMARY KEY (blocker_id, blocked_id)
        )
        """,
        "CREATE INDEX blocks_by_blocked ON blocks (blocked_id)",
        // Accounts whose deletion has begun and isn't finished; a row goes when everything else has gone.
        """
        CREATE TABLE deletions (
            user_id BLOB PRIMARY KEY REFERENCES users (id),
            former_name TEXT NOT NULL,
            begun_at INTEGER NOT NULL
        )
        """,
    ]

    static let messages: [String] = []

    static let media: [String] = []
}

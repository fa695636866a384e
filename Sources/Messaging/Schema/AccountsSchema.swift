/// The second version: everything that people expect of a messenger beyond sending text. A section each for accounts,
/// messages, and media, as the use cases are.
enum Schema2 {
    static let accounts: [String] = [
        "ALTER TABLE users ADD COLUMN photo_media_id BLOB",
        "ALTER TABLE users ADD COLUMN shares_read INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE users ADD COLUMN shares_presence INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE users ADD COLUMN deleted_at INTEGER",
        "ALTER TABLE users ADD COLUMN last_seen_at INTEGER",
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

    static let messages: [String] =
        [
            // What else there is to read of a message, as `MessageExtras`: a plain one needs no further query.
            "ALTER TABLE messages ADD COLUMN extras INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE messages ADD COLUMN edit_count INTEGER NOT NULL DEFAULT 0",
            """
            CREATE TABLE reactions (
                message_id BLOB NOT NULL,
                user_id BLOB NOT NULL,
                emoji TEXT NOT NULL,
                chat_id BLOB NOT NULL,
                seq INTEGER NOT NULL,
                PRIMARY KEY (message_id, user_id, emoji)
            )
            """,
            """
            CREATE TABLE message_edits (
                message_id BLOB NOT NULL,
                version INTEGER NOT NULL,
                text TEXT NOT NULL,
                at INTEGER NOT NULL,
                PRIMARY KEY (message_id, version)
            )
            """,
            // `seq` is the message's: unread mentions are those above the reader's cursor.
            """
            CREATE TABLE mentions (
                user_id BLOB NOT NULL,
                chat_id BLOB NOT NULL,
                seq INTEGER NOT NULL,
                message_id BLOB NOT NULL,
                PRIMARY KEY (user_id, chat_id, seq)
            )
            """,
            "CREATE INDEX mentions_by_message ON mentions (message_id)",
            """
            CREATE TABLE message_media (
                message_id BLOB NOT NULL,
                position INTEGER NOT NULL,
                media_id BLOB NOT NULL,
                PRIMARY KEY (message_id, position)
            )
            """,
            "CREATE INDEX message_media_by_media ON message_media (media_id)",
        ] + chats

    /// What belongs to chats and their members.
    private static let chats: [String] = [
        "ALTER TABLE chats ADD COLUMN photo_media_id BLOB",
        // The furthest cursors of those who left: what they had read doesn't become unread by their going.
        "ALTER TABLE chats ADD COLUMN left_delivered_seq INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE chats ADD COLUMN left_read_seq INTEGER NOT NULL DEFAULT 0",
        // The chat's position when the member came; earlier messages didn't wait for them.
        "ALTER TABLE members ADD COLUMN joined_seq INTEGER NOT NULL DEFAULT 0",
        // Follows read_seq while the member shares reading: what others may see.
        "ALTER TABLE members ADD COLUMN shown_read_seq INTEGER NOT NULL DEFAULT 0",
        "UPDATE members SET shown_read_seq = read_seq",
        "ALTER TABLE members ADD COLUMN muted_until INTEGER",
        "ALTER TABLE members ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE chat_events ADD COLUMN role TEXT",
        "ALTER TABLE chat_events ADD COLUMN emoji TEXT",
        """
        CREATE TABLE pins (
            chat_id BLOB NOT NULL,
            message_id BLOB NOT NULL,
            seq INTEGER NOT NULL,
            PRIMARY KEY (chat_id, message_id)
        )
        """,
        """
        CREATE TABLE drafts (
            user_id BLOB NOT NULL,
            chat_id BLOB NOT NULL,
            text TEXT NOT NULL,
            reply_to BLOB,
            updated_at INTEGER NOT NULL,
            PRIMARY KEY (user_id, chat_id)
        )
        """,
        // When a member's cursor came to `seq`: the time of every message up to there that had none yet.
        """
        CREATE TABLE receipt_marks (
            chat_id BLOB NOT NULL,
            user_id BLOB NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('delivered', 'read')),
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (chat_id, user_id, kind, seq)
        )
        """,
    ]

    static let media: [String] = [
        // Files by the hash of what is stored; `size` is what will be sent until it's ready. The bytes are beside the
        // database, under the folder `media`.
        """
        CREATE TABLE media (
            id BLOB PRIMARY KEY,
            owner_id BLOB NOT NULL REFERENCES users (id),
            client_media_id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('image', 'video', 'pdf', 'file')),
            mime_type TEXT NOT NULL,
            file_name TEXT NOT NULL,
            size INTEGER NOT NULL,
            width INTEGER,
            height INTEGER,
            has_thumbnail INTEGER NOT NULL DEFAULT 0,
            thumbnail_sha256 BLOB,
            thumbnail_type TEXT,
            state TEXT NOT NULL CHECK (state IN ('uploading', 'ready')),
            sha256 BLOB,
            created_at INTEGER NOT NULL,
            ready_at INTEGER,
            UNIQUE (owner_id, client_media_id)
        )
        """,
        "CREATE INDEX media_by_hash ON media (sha256)",
        "CREATE INDEX media_by_thumbnail ON media (thumbnail_sha256)",
        "CREATE INDEX media_by_age ON media (state, created_at)",
        "CREATE INDEX users_by_photo ON users (photo_media_id)",
        "CREATE INDEX chats_by_photo ON chats (photo_media_id)",
    ]
}

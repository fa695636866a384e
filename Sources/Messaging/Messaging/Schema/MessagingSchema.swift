package import Storage

/// The tables of chats and messages.
package enum MessagingSchema {
    package static let migrations = [
        Migration(
            "messaging: chats, members, messages and events",
            release: 1,
            statements: tables + SQLiteFullText.table
        ).on(.postgreSQL, statements: tables),
        Migration(
            "messaging: reactions, edits, mentions, files, pins, drafts and receipts",
            release: 2,
            statements: [
                // The parts of a message outside its row, as `MessageExtras`. A plain message needs no further query.
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
                // `seq` is the message's. Mentions above the reader's cursor are unread.
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
                "ALTER TABLE chats ADD COLUMN photo_media_id BLOB",
                // The furthest cursors of former members, so that messages they read stay read.
                "ALTER TABLE chats ADD COLUMN left_delivered_seq INTEGER NOT NULL DEFAULT 0",
                "ALTER TABLE chats ADD COLUMN left_read_seq INTEGER NOT NULL DEFAULT 0",
                // The chat's position when the member joined. The status of earlier messages doesn't depend on the
                // member.
                "ALTER TABLE members ADD COLUMN joined_seq INTEGER NOT NULL DEFAULT 0",
                // Follows `read_seq` while the member shares read receipts; the position that others may see.
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
                // When a member's cursor reached `seq`. It is the receipt time of every message up to `seq` without an
                // earlier mark.
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
                "CREATE INDEX chats_by_photo ON chats (photo_media_id)",
            ]
        ),
        Migration(
            "messaging: full text follows the messages",
            release: 3,
            statements: [
                indexProgress,
                """
                INSERT INTO index_progress (name, num)
                SELECT name, (SELECT coalesce(max(num), 0) FROM messages) FROM (SELECT 'fulltext' AS name UNION SELECT 'embedding')
                """,
            ] + SQLiteFullText.triggersAfterInsertion
        ).on(
            .postgreSQL,
            statements: [
                indexProgress, "INSERT INTO index_progress (name, num) VALUES ('fulltext', 0), ('embedding', 0)",
            ]
        ),
        Migration("messaging: erasure in the full text", statements: SQLiteFullText.erasureProgress),
        CompactMessages.migration,
        UnreadCounters.migration,
        UnreadCounters.ownMessages,
        Migration(
            "messaging: announcement-only groups",
            statements: ["ALTER TABLE chats ADD COLUMN announcement INTEGER NOT NULL DEFAULT 0"]
        ),
        Inbox.migration,
        ImportedPositions.migration,
        TranscriptRows.migration,
        Migration("messaging: words of every script", statements: SQLiteFullText.indexInEveryScript)
            .on(.postgreSQL, statements: FullTextTable.messages.postgreSQLEmptying + [SQLiteFullText.startAgain]),
        Reactions.migration,
        ArchivedChats.migration,
        Migration(
            "messaging: files that others keep",
            statements: [
                // `keeper_id` is whatever keeps the file, in a table of its own. `released`: it is to be cleared away, unless
                // something else shows it.
                """
                CREATE TABLE kept_media (
                    keeper_id BLOB NOT NULL,
                    media_id BLOB NOT NULL,
                    released INTEGER NOT NULL,
                    PRIMARY KEY (keeper_id, media_id)
                )
                """,
                "CREATE INDEX kept_media_by_media ON kept_media (media_id)",
                "CREATE INDEX kept_media_released ON kept_media (media_id) WHERE released = 1",
            ]
        ),
    ]

    /// The position of each consumer of the messages: everything up to `num` was processed.
    private static let indexProgress = "CREATE TABLE index_progress (name TEXT PRIMARY KEY, num INTEGER NOT NULL)"

    // MARK: The first tables

    private static let tables = [
        """
        CREATE TABLE chats (
            id BLOB PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('direct', 'group')),
            name TEXT,
            pair_key BLOB UNIQUE,
            created_by BLOB NOT NULL REFERENCES users (id),
            created_at INTEGER NOT NULL,
            active_at INTEGER NOT NULL,
            seq INTEGER NOT NULL DEFAULT 0
        )
        """,
        """
        CREATE TABLE members (
            chat_id BLOB NOT NULL REFERENCES chats (id),
            user_id BLOB NOT NULL REFERENCES users (id),
            role TEXT NOT NULL CHECK (role IN ('member', 'admin')),
            joined_at INTEGER NOT NULL,
            delivered_seq INTEGER NOT NULL DEFAULT 0,
            read_seq INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (chat_id, user_id)
        )
        """,
        "CREATE INDEX members_by_user ON members (user_id)",
        """
        CREATE TABLE messages (
            num INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE,
            chat_id BLOB NOT NULL REFERENCES chats (id),
            seq INTEGER NOT NULL,
            sender_id BLOB NOT NULL REFERENCES users (id),
            client_message_id TEXT NOT NULL,
            text TEXT NOT NULL,
            reply_to BLOB,
            created_at INTEGER NOT NULL,
            edited_at INTEGER,
            deleted_at INTEGER,
            via TEXT NOT NULL,
            UNIQUE (chat_id, seq),
            UNIQUE (sender_id, chat_id, client_message_id)
        )
        """,
        """
        CREATE TABLE chat_events (
            chat_id BLOB NOT NULL REFERENCES chats (id),
            seq INTEGER NOT NULL,
            kind TEXT NOT NULL,
            message_id BLOB,
            user_id BLOB,
            change TEXT,
            name TEXT,
            at INTEGER NOT NULL,
            PRIMARY KEY (chat_id, seq)
        )
        """,
    ]
}

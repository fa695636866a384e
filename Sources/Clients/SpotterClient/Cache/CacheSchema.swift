import GRDB

/// The tables of the cache. Entities are stored as their JSON; columns exist for what is queried.
enum CacheSchema {
    /// Increased when the tables or the JSON of `Chat` or `Message` change. A cache of another version is discarded.
    static let version = 1
    /// `SPOT`: identifies the file as Spotter's.
    static let applicationID = 0x53_50_4F_54

    static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE chats (
                    id BLOB PRIMARY KEY,
                    position INTEGER NOT NULL,
                    is_stale INTEGER NOT NULL,
                    record TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE messages (
                    chat_id BLOB NOT NULL,
                    seq INTEGER NOT NULL,
                    id BLOB NOT NULL,
                    sender_id BLOB NOT NULL,
                    reply_to BLOB,
                    is_deleted INTEGER NOT NULL,
                    mentions_me INTEGER NOT NULL,
                    message TEXT NOT NULL,
                    PRIMARY KEY (chat_id, seq)
                ) STRICT, WITHOUT ROWID;
                CREATE UNIQUE INDEX messages_by_id ON messages (chat_id, id);
                CREATE INDEX replies ON messages (chat_id, reply_to) WHERE reply_to IS NOT NULL;
                CREATE TABLE outbox (
                    number INTEGER PRIMARY KEY,
                    id TEXT NOT NULL,
                    chat_id BLOB NOT NULL,
                    sent_seq INTEGER,
                    entry TEXT NOT NULL,
                    UNIQUE (chat_id, id)
                ) STRICT;
                CREATE TABLE pending_reads (
                    chat_id BLOB PRIMARY KEY,
                    seq INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE pending_drafts (
                    chat_id BLOB PRIMARY KEY,
                    draft TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);
                """
        )
    }

    /// Tables that came later. Files of this version get them when they are opened, so that nothing that waits in one is
    /// lost by a new version.
    static func addMissing(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS pending_changes (
                    number INTEGER PRIMARY KEY,
                    chat_id BLOB NOT NULL,
                    message_id BLOB NOT NULL,
                    kind TEXT NOT NULL,
                    state TEXT NOT NULL,
                    change TEXT NOT NULL,
                    UNIQUE (chat_id, message_id, kind)
                ) STRICT;
                CREATE TABLE IF NOT EXISTS previews (
                    number INTEGER PRIMARY KEY,
                    media_id BLOB NOT NULL UNIQUE,
                    chat_id BLOB NOT NULL,
                    message_id BLOB NOT NULL,
                    bytes BLOB NOT NULL
                ) STRICT;
                CREATE INDEX IF NOT EXISTS previews_by_message ON previews (chat_id, message_id);
                CREATE TABLE IF NOT EXISTS typed_commands (
                    chat_id BLOB PRIMARY KEY,
                    line TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS waiting (
                    chat_id BLOB PRIMARY KEY,
                    since INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID
                """
        )
    }

    /// Whether the file is a cache of this version. An empty one isn't.
    static func isCurrent(_ database: Database) throws -> Bool {
        let id = try Int.fetchOne(database, sql: "PRAGMA application_id")
        return try id == applicationID && Int.fetchOne(database, sql: "PRAGMA user_version") == version
    }
}

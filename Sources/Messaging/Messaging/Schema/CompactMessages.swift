import Storage

/// Messages in rows with small integer keys instead of ids, which halves what is written for each.
///
/// `message_rows` holds them; the view `messages` shows them with the ids of chats and senders, for statements that read.
/// The old table is moved in steps: `message_rows` always holds the first messages, up to the last that was moved.
///
/// In SQLite's words. A database of another engine has no old table.
enum CompactMessages {
    private static let batch = 10_000

    static let migration = Migration("messaging: compact messages") { connection, progress in
        try step(on: connection, progress)
    }
    .on(.postgreSQL, statements: begun)

    private static func step(
        on connection: any SQLConnection,
        _ progress: @escaping @Sendable (MigrationProgress) -> Void
    ) throws -> Bool {
        guard try exists("message_rows", on: connection) else {
            for statement in tables { try connection.execute(statement) }
            return true
        }
        let moved = try move(on: connection)
        if let moved {
            let last = try connection.first("SELECT coalesce(max(num), 0) FROM messages") { try $0.int(0) } ?? 0
            progress(MigrationProgress(task: "moving messages to smaller rows", done: moved, total: last))
            return true
        }
        // An index that is made at the end is sorted once.
        for (name, statement) in indexes where try !exists(name, on: connection) {
            try connection.execute(statement)
            return true
        }
        for statement in completion { try connection.execute(statement) }
        return false
    }

    /// Moves the next messages. Returns the number of the last one, or `nil` if there are no more.
    private static func move(on connection: any SQLConnection) throws -> Int64? {
        let start = try connection.first("SELECT coalesce(max(num), 0) FROM message_rows") { try $0.int(0) } ?? 0
        var counts: [Int64: Int64] = [:]
        var last: Int64?
        try connection.forEach(
            """
            SELECT m.num, m.id, c.num, m.seq, s.num, m.client_message_id, m.text, m.reply_to, m.created_at,
                   m.edited_at, m.deleted_at, m.via, m.edit_count, m.extras, c.message_count
            FROM messages m JOIN chats c ON c.id = m.chat_id JOIN senders s ON s.user_id = m.sender_id
            WHERE m.num > $1 ORDER BY m.num LIMIT $2
            """,
            [start, batch]
        ) { row in
            let chat = try row.int(2)
            let ordinal = try (counts[chat] ?? row.int(14)) + 1
            counts[chat] = ordinal
            let values: [any SQLBindable] =
                (0..<4).map(row.value) + [ordinal, row.value(4), ClientMessageKey(try row.text(5))]
                + (6..<14).map(row.value)
            try connection.execute(
                """
                INSERT INTO message_rows
                    (num, id, chat, seq, ordinal, sender, client_id, text, reply_to, created_at, edited_at, deleted_at,
                     via, edit_count, extras)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
                """,
                values
            )
            last = try row.int(0)
            return true
        }
        for (chat, count) in counts {
            try connection.execute("UPDATE chats SET message_count = $1 WHERE num = $2", count, chat)
        }
        return last
    }

    private static func exists(_ name: String, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM sqlite_master WHERE name = $1", name)
    }

    // MARK: Statements

    private static let tables =
        ["ALTER TABLE chats ADD COLUMN num INTEGER", "UPDATE chats SET num = rowid"] + senders
        + ["INSERT INTO senders (user_id) SELECT DISTINCT sender_id FROM messages", rows(clientID: "client_id")]

    private static let senders = [
        "CREATE UNIQUE INDEX chats_by_num ON chats (num)",
        // Messages that the chat ever had, deleted ones included.
        "ALTER TABLE chats ADD COLUMN message_count INTEGER NOT NULL DEFAULT 0",
        "CREATE TABLE senders (num INTEGER PRIMARY KEY, user_id BLOB NOT NULL UNIQUE REFERENCES users (id))",
    ]

    /// `ordinal` counts the chat's messages, while `seq` counts all its changes. `chat` and `sender` aren't declared as
    /// references, because checking them costs as much as the row; both are read from their tables when it's written.
    ///
    /// - Parameter clientID: the column of what is a UUID or a text.
    private static func rows(clientID: String) -> String {
        """
        CREATE TABLE message_rows (
            num INTEGER PRIMARY KEY,
            id BLOB NOT NULL,
            chat INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            ordinal INTEGER NOT NULL,
            sender INTEGER NOT NULL,
            \(clientID) NOT NULL,
            text TEXT NOT NULL,
            reply_to BLOB,
            created_at INTEGER NOT NULL,
            edited_at INTEGER,
            deleted_at INTEGER,
            via TEXT NOT NULL,
            edit_count INTEGER NOT NULL DEFAULT 0,
            extras INTEGER NOT NULL DEFAULT 0
        )
        """
    }

    private static let indexes = [
        ("message_rows_by_id", "CREATE UNIQUE INDEX message_rows_by_id ON message_rows (id)"),
        ("message_rows_by_position", "CREATE UNIQUE INDEX message_rows_by_position ON message_rows (chat, seq)"),
    ]

    private static let completion =
        ["DROP TABLE messages"] + views
        + ["INSERT INTO sent_message_progress (key, indexed, target, written) VALUES (randomblob(16), 0, 0, 0)"]
        + SQLiteFullText.triggersOnRows

    /// What a new database of PostgreSQL gets.
    private static let begun =
        ["ALTER TABLE chats ADD COLUMN num INTEGER"] + senders + [rows(clientID: "client_id TEXT")]
        + indexes.map(\.1) + ["DROP TABLE messages"] + views
        + [
            """
            INSERT INTO sent_message_progress (key, indexed, target, written)
            VALUES (decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), 0, 0, 0)
            """
        ]

    private static let views =
        [
            """
            CREATE VIEW messages AS
            SELECT r.num, r.id, c.id AS chat_id, r.seq, r.ordinal, s.user_id AS sender_id, r.client_id, r.text, r.reply_to,
                   r.created_at, r.edited_at, r.deleted_at, r.via, r.edit_count, r.extras
            FROM message_rows r JOIN chats c ON c.num = r.chat JOIN senders s ON s.num = r.sender
            """,
            // The messages of each sender by a hash of their client's id.
            """
            CREATE TABLE sent_messages (
                sender INTEGER NOT NULL,
                hash INTEGER NOT NULL,
                num INTEGER NOT NULL,
                PRIMARY KEY (sender, hash, num)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE sent_message_progress (
                key BLOB NOT NULL,
                indexed INTEGER NOT NULL,
                target INTEGER NOT NULL,
                written INTEGER NOT NULL
            )
            """,
        ]
}

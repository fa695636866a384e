package import Storage

/// The tables of vectors and of the embedding queue.
package enum RetrievalSchema {
    package static let migrations = [
        Migration(
            "retrieval: vectors and the embedding queue",
            release: 1,
            statements: [
                """
                CREATE TABLE embedding_queue (
                    position INTEGER PRIMARY KEY,
                    message_id BLOB NOT NULL UNIQUE,
                    chat_id BLOB NOT NULL,
                    attempts INTEGER NOT NULL DEFAULT 0,
                    due_at INTEGER NOT NULL,
                    last_error TEXT
                )
                """,
                """
                CREATE TABLE vectors (
                    message_id BLOB PRIMARY KEY,
                    chat_id BLOB NOT NULL,
                    model TEXT NOT NULL,
                    vector BLOB NOT NULL
                )
                """,
                "CREATE INDEX vectors_by_chat ON vectors (chat_id)",
            ]
        ),
        Migration(
            "retrieval: several models, several vectors a message",
            release: 4,
            statements: [
                models,
                """
                INSERT INTO embedding_models (name, dimension)
                SELECT DISTINCT model, length(vector) / 4 FROM vectors ORDER BY model
                """,
                "ALTER TABLE vectors RENAME TO vectors_1",
                "DROP INDEX vectors_by_chat",
                vectors,
                """
                INSERT INTO vectors (model_id, num, chat_id, message_id, part, vector)
                SELECT e.id, v.rowid, v.chat_id, v.message_id, 0, v.vector
                FROM vectors_1 v JOIN embedding_models e ON e.name = v.model AND e.dimension = length(v.vector) / 4
                ORDER BY v.chat_id, v.rowid
                """,
                "DROP TABLE vectors_1",
                "CREATE INDEX vectors_by_chat ON vectors (model_id, chat_id, num)",
                """
                UPDATE embedding_models
                SET last_num = (SELECT coalesce(max(num), 0) FROM vectors WHERE model_id = embedding_models.id)
                """,
                "ALTER TABLE embedding_queue RENAME TO embedding_queue_1",
                queue,
                """
                INSERT INTO embedding_queue (position, message_id, chat_id, due_at)
                SELECT position, message_id, chat_id, 0 FROM embedding_queue_1
                """,
                "DROP TABLE embedding_queue_1",
                "CREATE INDEX embedding_queue_by_model ON embedding_queue (model_id, position)",
            ]
        ).on(
            .postgreSQL,
            statements: [
                models, "DROP TABLE vectors", vectors,
                "CREATE INDEX vectors_by_chat ON vectors (model_id, chat_id, num)",
                "DROP TABLE embedding_queue", queue,
                "CREATE INDEX embedding_queue_by_model ON embedding_queue (model_id, position)",
            ]
        ),
    ]

    /// `is_active`: the model embeds messages. `is_ready`: it has, or once had, a vector of every message,
    /// so it may answer alone. Messages with a number below `backfill_num` weren't queued for it yet.
    /// `last_num`: the highest `vectors.num` that was assigned; numbers aren't reused.
    private static let models = """
        CREATE TABLE embedding_models (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            dimension INTEGER NOT NULL,
            is_active INTEGER NOT NULL DEFAULT 0,
            is_ready INTEGER NOT NULL DEFAULT 0,
            backfill_num INTEGER NOT NULL DEFAULT 0,
            last_num INTEGER NOT NULL DEFAULT 0,
            UNIQUE (name, dimension)
        )
        """

    /// `part`: the index of the window in a long text, from 0.
    private static let vectors = """
        CREATE TABLE vectors (
            model_id INTEGER NOT NULL,
            num INTEGER NOT NULL,
            chat_id BLOB NOT NULL,
            message_id BLOB NOT NULL,
            part INTEGER NOT NULL,
            vector BLOB NOT NULL,
            UNIQUE (message_id, model_id, part)
        )
        """

    /// A row of model 0 waits for all active models.
    private static let queue = """
        CREATE TABLE embedding_queue (
            position INTEGER PRIMARY KEY,
            model_id INTEGER NOT NULL DEFAULT 0,
            message_id BLOB NOT NULL,
            chat_id BLOB NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            due_at INTEGER NOT NULL,
            last_error TEXT,
            UNIQUE (message_id, model_id)
        )
        """
}

package import Storage

/// The tables of client profiles.
package enum ProfilesSchema {
    package static let migrations = [
        Migration(
            "profiles: statements, changes by hand, work to do",
            statements: [
                // What the messages say. Profiles are folded from these rows when they are read.
                """
                CREATE TABLE profile_statements (
                    message_id BLOB NOT NULL,
                    part INTEGER NOT NULL,
                    id BLOB NOT NULL,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    chat_id BLOB NOT NULL,
                    num INTEGER NOT NULL,
                    said_at INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    category TEXT NOT NULL,
                    topics TEXT NOT NULL,
                    text TEXT NOT NULL,
                    confidence REAL NOT NULL,
                    valid_from INTEGER,
                    valid_to INTEGER,
                    PRIMARY KEY (message_id, part)
                )
                """,
                """
                CREATE INDEX profile_statements_by_pair
                ON profile_statements (trainer_id, client_id, said_at, num, part)
                """,
                "CREATE INDEX profile_statements_by_client ON profile_statements (client_id)",
                "CREATE INDEX profile_statements_by_chat ON profile_statements (chat_id)",
                // What people did by hand: `manual` items, `edited` ones and those `removed`. `covers` are the ids of the
                // statements that an edited or removed item was made of, `topics` their hashes: of what was removed no
                // word is kept.
                """
                CREATE TABLE profile_changes (
                    id BLOB NOT NULL,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    kind TEXT NOT NULL CHECK (kind IN ('manual', 'edited', 'removed')),
                    category TEXT NOT NULL,
                    text TEXT,
                    status TEXT,
                    topics TEXT NOT NULL,
                    covers TEXT NOT NULL,
                    valid_from INTEGER,
                    valid_to INTEGER,
                    created_at INTEGER NOT NULL,
                    changed_at INTEGER NOT NULL,
                    changed_by BLOB NOT NULL,
                    PRIMARY KEY (trainer_id, client_id, id)
                )
                """,
                "CREATE INDEX profile_changes_by_client ON profile_changes (client_id)",
                """
                CREATE TABLE profile_reviews (
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    at INTEGER NOT NULL,
                    PRIMARY KEY (trainer_id, client_id)
                )
                """,
                "CREATE INDEX profile_reviews_by_client ON profile_reviews (client_id)",
                // Edited messages, to be read again.
                "CREATE TABLE profile_queue (message_id BLOB PRIMARY KEY)",
                // Pairs whose messages are read again from `num` on.
                """
                CREATE TABLE profile_rebuilds (
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    num INTEGER NOT NULL,
                    PRIMARY KEY (trainer_id, client_id)
                )
                """,
                "CREATE INDEX profile_rebuilds_by_client ON profile_rebuilds (client_id)",
                // The version of the rules by which messages were read.
                "CREATE TABLE profile_rules (version INTEGER NOT NULL)",
            ]
        ),
        Migration(
            "profiles: statements that a language model found",
            statements: [
                // `rules` or `model`.
                "ALTER TABLE profile_statements ADD COLUMN origin TEXT NOT NULL DEFAULT 'rules'",
                // Messages that a model is still to read, from `due_at` on.
                """
                CREATE TABLE profile_model_queue (
                    message_id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    num INTEGER NOT NULL,
                    due_at INTEGER NOT NULL,
                    attempts INTEGER NOT NULL
                )
                """,
                "CREATE INDEX profile_model_queue_by_due ON profile_model_queue (due_at)",
                "CREATE INDEX profile_model_queue_by_pair ON profile_model_queue (trainer_id, client_id, num)",
                "CREATE INDEX profile_model_queue_by_client ON profile_model_queue (client_id)",
            ]
        ),
    ]
}

package import Storage

/// The tables of automatic replies.
package enum AutomaticSchema {
    package static let migrations = [
        Migration(
            "automatic replies: settings, agreements, replies",
            statements: [
                """
                CREATE TABLE automatic_settings (
                    trainer_id BLOB PRIMARY KEY REFERENCES users (id),
                    enabled INTEGER NOT NULL,
                    after_minutes INTEGER NOT NULL,
                    per_client_day INTEGER NOT NULL,
                    per_day INTEGER NOT NULL,
                    per_week INTEGER NOT NULL,
                    quiet_from INTEGER NOT NULL,
                    quiet_to INTEGER NOT NULL,
                    acknowledgement TEXT
                ) WITHOUT ROWID
                """,
                """
                CREATE TABLE automatic_agreements (
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    kinds TEXT NOT NULL,
                    offered_at INTEGER NOT NULL,
                    agreed_at INTEGER,
                    PRIMARY KEY (trainer_id, client_id)
                ) WITHOUT ROWID
                """,
                "CREATE INDEX automatic_agreements_by_client ON automatic_agreements (client_id)",
                // A reply that was sent stays for the budget's sake when its message or its client is gone, without words.
                """
                CREATE TABLE automatic_replies (
                    id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL,
                    client_id BLOB NOT NULL,
                    chat_id BLOB NOT NULL,
                    question_id BLOB NOT NULL UNIQUE,
                    kind TEXT NOT NULL,
                    state TEXT NOT NULL CHECK (state IN ('planned', 'sent', 'undone', 'dropped')),
                    reason TEXT,
                    text TEXT NOT NULL,
                    due_at INTEGER NOT NULL,
                    sent_at INTEGER,
                    message_id BLOB
                ) WITHOUT ROWID
                """,
                "CREATE INDEX automatic_replies_by_trainer ON automatic_replies (trainer_id, due_at)",
                "CREATE INDEX automatic_replies_planned ON automatic_replies (due_at) WHERE state = 'planned'",
                """
                CREATE INDEX automatic_replies_by_message ON automatic_replies (message_id)
                WHERE message_id IS NOT NULL
                """,
                // One row exists if the operator has turned automatic replies off for everybody.
                "CREATE TABLE automatic_stop (id INTEGER PRIMARY KEY CHECK (id = 1))",
            ]
        ),
        Migration(
            "automatic replies: offers that were changed",
            statements: ["ALTER TABLE automatic_agreements ADD COLUMN revised INTEGER NOT NULL DEFAULT 0"]
        ),
    ]
}

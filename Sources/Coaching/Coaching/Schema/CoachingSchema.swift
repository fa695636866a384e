package import Storage

/// The tables of templates, broadcasts, and private notes and tags.
package enum CoachingSchema {
    package static let migrations = [
        Migration(
            "coaching: templates, broadcasts, notes and tags",
            statements: [
                """
                CREATE TABLE message_templates (
                    id BLOB PRIMARY KEY,
                    owner_id BLOB NOT NULL REFERENCES users (id),
                    name TEXT NOT NULL,
                    text TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    updated_at INTEGER NOT NULL
                )
                """,
                "CREATE INDEX message_templates_by_owner ON message_templates (owner_id, name)",
                // The trainer chooses the id, so it's unique for the trainer only.
                """
                CREATE TABLE broadcasts (
                    owner_id BLOB NOT NULL REFERENCES users (id),
                    id BLOB NOT NULL,
                    created_at INTEGER NOT NULL,
                    PRIMARY KEY (owner_id, id)
                )
                """,
                // The text is kept until it's sent; then it's in the chat.
                """
                CREATE TABLE broadcast_recipients (
                    owner_id BLOB NOT NULL REFERENCES users (id),
                    broadcast_id BLOB NOT NULL,
                    user_id BLOB NOT NULL REFERENCES users (id),
                    position INTEGER NOT NULL,
                    text TEXT NOT NULL,
                    outcome TEXT NOT NULL,
                    chat_id BLOB,
                    message_id BLOB,
                    failure_code TEXT,
                    failure TEXT,
                    PRIMARY KEY (owner_id, broadcast_id, user_id)
                )
                """,
                "CREATE INDEX broadcast_recipients_by_outcome ON broadcast_recipients (outcome)",
                "CREATE INDEX broadcast_recipients_by_user ON broadcast_recipients (user_id)",
                """
                CREATE TABLE client_notes (
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    text TEXT NOT NULL,
                    updated_at INTEGER NOT NULL,
                    PRIMARY KEY (trainer_id, client_id)
                )
                """,
                "CREATE INDEX client_notes_by_client ON client_notes (client_id)",
                """
                CREATE TABLE client_tags (
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    tag TEXT NOT NULL,
                    client_id BLOB NOT NULL REFERENCES users (id),
                    PRIMARY KEY (trainer_id, tag, client_id)
                )
                """,
                "CREATE INDEX client_tags_by_client ON client_tags (client_id)",
            ]
        )
    ]
}

package import Storage

/// The tables of relations between people.
package enum ContactsSchema {
    package static let migrations = [
        Migration(
            "contacts: contacts, prospects and invitations",
            release: 1,
            statements: [
                """
                CREATE TABLE contacts (
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    client_id BLOB NOT NULL REFERENCES users (id),
                    created_at INTEGER NOT NULL,
                    PRIMARY KEY (trainer_id, client_id)
                )
                """,
                "CREATE INDEX contacts_by_client ON contacts (client_id)",
                """
                CREATE TABLE prospects (
                    id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    display_name TEXT NOT NULL,
                    timezone TEXT,
                    created_at INTEGER NOT NULL,
                    converted_to BLOB REFERENCES users (id)
                )
                """,
                "CREATE INDEX prospects_by_trainer ON prospects (trainer_id)",
                """
                CREATE TABLE invitations (
                    id BLOB PRIMARY KEY,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    email TEXT,
                    code_hash BLOB NOT NULL UNIQUE,
                    created_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    accepted_by BLOB REFERENCES users (id),
                    accepted_at INTEGER
                )
                """,
            ]
        ),
        Migration(
            "contacts: blocks",
            release: 2,
            statements: [
                // Blocks between users.
                """
                CREATE TABLE blocks (
                    blocker_id BLOB NOT NULL REFERENCES users (id),
                    blocked_id BLOB NOT NULL REFERENCES users (id),
                    created_at INTEGER NOT NULL,
                    PRIMARY KEY (blocker_id, blocked_id)
                )
                """,
                "CREATE INDEX blocks_by_blocked ON blocks (blocked_id)",
            ]
        ),
    ]
}

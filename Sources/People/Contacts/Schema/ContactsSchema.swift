import Domain
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
        Migration(
            "contacts: registration and the operator's invitations",
            statements: [
                "CREATE TABLE registration_settings (id INTEGER PRIMARY KEY CHECK (id = 1), mode TEXT NOT NULL)",
                // A column can't lose NOT NULL, so the table is made again: the operator's have no trainer.
                "ALTER TABLE invitations RENAME TO earlier_invitations",
                """
                CREATE TABLE invitations (
                    id BLOB PRIMARY KEY,
                    trainer_id BLOB REFERENCES users (id),
                    email TEXT,
                    role TEXT NOT NULL CHECK (role IN ('trainer', 'client')),
                    code_hash BLOB NOT NULL UNIQUE,
                    -- Whether it is the code for the first trainer of a new server.
                    is_first INTEGER NOT NULL,
                    created_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    accepted_by BLOB REFERENCES users (id),
                    accepted_at INTEGER
                )
                """,
                """
                INSERT INTO invitations SELECT id, trainer_id, email, 'client', code_hash, 0, created_at, expires_at,
                    accepted_by, accepted_at FROM earlier_invitations
                """,
                "DROP TABLE earlier_invitations",
                "CREATE INDEX invitations_by_trainer ON invitations (trainer_id)",
            ]
        ),
        Migration(
            "contacts: requests",
            statements: [
                // By trainer and address, whether the address has an account or not. `asked_at` is NULL where the row
                // only remembers the client's last answer.
                """
                CREATE TABLE contact_requests (
                    id BLOB NOT NULL UNIQUE,
                    trainer_id BLOB NOT NULL REFERENCES users (id),
                    email TEXT NOT NULL,
                    asked_at INTEGER,
                    answer TEXT CHECK (answer IN ('agreed', 'declined')),
                    answered_at INTEGER,
                    prospect_id BLOB,
                    expires_at INTEGER NOT NULL,
                    PRIMARY KEY (trainer_id, email)
                )
                """,
                "CREATE INDEX contact_requests_by_email ON contact_requests (email)",
                "CREATE INDEX contact_requests_by_end ON contact_requests (expires_at)",
            ]
        ),
        Migration("contacts: addresses in one form") { connection in
            let stored = try connection.query("SELECT DISTINCT email FROM invitations WHERE email IS NOT NULL") {
                try $0.text(0)
            }
            for email in stored {
                guard let form = EmailAddress.normalized(email), !form.utf8.elementsEqual(email.utf8) else { continue }
                try connection.execute("UPDATE invitations SET email = $1 WHERE email = $2", form, email)
            }
        },
        Migration(
            "contacts: invitations to imported accounts",
            // The account that registering with this code opens.
            statements: ["ALTER TABLE invitations ADD COLUMN for_user BLOB REFERENCES users (id)"]
        ),
    ]
}

import Domain
package import Storage

/// The tables of accounts. Ids are 16-byte blobs, instants are milliseconds since 1970. Only the SHA-256 of a token is
/// stored.
package enum AccountsSchema {
    package static let migrations = [
        Migration(
            "accounts: users, sessions and tokens",
            release: 1,
            statements: [
                """
                CREATE TABLE users (
                    id BLOB PRIMARY KEY,
                    email TEXT NOT NULL UNIQUE,
                    display_name TEXT NOT NULL,
                    role TEXT NOT NULL CHECK (role IN ('trainer', 'client')),
                    timezone TEXT NOT NULL,
                    password_hash TEXT NOT NULL,
                    created_at INTEGER NOT NULL
                )
                """,
                """
                CREATE TABLE sessions (
                    id BLOB PRIMARY KEY,
                    user_id BLOB NOT NULL REFERENCES users (id),
                    device_name TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    revoked_at INTEGER
                )
                """,
                "CREATE INDEX sessions_by_user ON sessions (user_id)",
                """
                CREATE TABLE tokens (
                    hash BLOB PRIMARY KEY,
                    kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
                    session_id BLOB NOT NULL REFERENCES sessions (id),
                    user_id BLOB NOT NULL REFERENCES users (id),
                    expires_at INTEGER NOT NULL,
                    used_at INTEGER
                )
                """,
                "CREATE INDEX tokens_by_session ON tokens (session_id)",
                "CREATE INDEX tokens_by_expiry ON tokens (expires_at)",
                "CREATE TABLE admin_tokens (hash BLOB PRIMARY KEY, created_at INTEGER NOT NULL)",
            ]
        ),
        Migration(
            "accounts: profiles, password resets and deletion",
            release: 2,
            statements: [
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
                // Accounts whose deletion has begun. A row is deleted when all other data is erased.
                """
                CREATE TABLE deletions (
                    user_id BLOB PRIMARY KEY REFERENCES users (id),
                    former_name TEXT NOT NULL,
                    begun_at INTEGER NOT NULL
                )
                """,
                "CREATE INDEX users_by_photo ON users (photo_media_id)",
            ]
        ),
        // An address whose form has changed since is stored in today's. Accounts are never merged: if another one has
        // that address already, this one keeps the form by which its owner logs in.
        Migration("accounts: addresses in one form") { connection in
            let stored = try connection.query("SELECT id, email FROM users WHERE deleted_at IS NULL") {
                (id: try $0.id(0, UserID.self), email: try $0.text(1))
            }
            for user in stored {
                guard let email = EmailAddress.normalized(user.email),
                    !email.utf8.elementsEqual(user.email.utf8)
                else { continue }
                try connection.execute("UPDATE OR IGNORE users SET email = $1 WHERE id = $2", email, user.id)
            }
        },
    ]
}

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
        Migration(
            "accounts: disabled accounts and the log of administration",
            statements: [
                "ALTER TABLE users ADD COLUMN disabled_at INTEGER",
                // Acts of administrators. People are named by id only, and no secret is ever in `detail`.
                """
                CREATE TABLE admin_log (
                    num INTEGER PRIMARY KEY,
                    at INTEGER NOT NULL,
                    actor TEXT NOT NULL,
                    action TEXT NOT NULL,
                    user_id BLOB,
                    detail TEXT NOT NULL
                )
                """,
                "CREATE INDEX admin_log_by_user ON admin_log (user_id, num)",
                """
                CREATE TRIGGER admin_log_no_update BEFORE UPDATE ON admin_log
                BEGIN SELECT raise(ABORT, 'the log of administration is append-only'); END
                """,
                """
                CREATE TRIGGER admin_log_no_delete BEFORE DELETE ON admin_log
                BEGIN SELECT raise(ABORT, 'the log of administration is append-only'); END
                """,
            ]
        ),
        Migration(
            "accounts: a refresh whose answer was lost can be repeated",
            statements: [
                // Of a used refresh token: what its successors are derived from, for a minute, and the hash of the next
                // refresh token.
                "ALTER TABLE tokens ADD COLUMN nonce BLOB",
                "ALTER TABLE tokens ADD COLUMN successor BLOB",
                "CREATE INDEX tokens_by_nonce ON tokens (used_at) WHERE nonce IS NOT NULL",
            ]
        ),
        // `NULL` for tokens that were issued before: then the session's beginning counts.
        Migration(
            "accounts: when tokens were issued",
            statements: ["ALTER TABLE tokens ADD COLUMN issued_at INTEGER"]
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
        // A key is a session with a token of its own, and these limits.
        Migration(
            "accounts: API keys",
            statements: [
                """
                CREATE TABLE api_keys (
                    session_id BLOB PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
                    user_id BLOB NOT NULL REFERENCES users (id),
                    name TEXT NOT NULL,
                    scopes TEXT NOT NULL,
                    expires_at INTEGER
                )
                """,
                "CREATE INDEX api_keys_by_user ON api_keys (user_id)",
            ]
        ),
        // What the user wants of the assistant's answers.
        Migration(
            "accounts: instructions for the assistant",
            statements: ["ALTER TABLE users ADD COLUMN custom_instructions TEXT"]
        ),
        // How a user writes dates, unless as is usual in their time zone.
        Migration("accounts: locale", statements: ["ALTER TABLE users ADD COLUMN locale TEXT"]),
        // By whom else an account's owner is known: who proves to be that person signs in.
        Migration(
            "accounts: identities elsewhere",
            statements: [
                """
                CREATE TABLE identities (
                    issuer TEXT NOT NULL,
                    subject TEXT NOT NULL,
                    user_id BLOB NOT NULL REFERENCES users (id),
                    linked_at INTEGER NOT NULL,
                    PRIMARY KEY (issuer, subject)
                )
                """,
                "CREATE INDEX identities_by_user ON identities (user_id)",
            ]
        ),
    ]
}

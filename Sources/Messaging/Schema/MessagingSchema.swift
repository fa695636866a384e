/// The first released schema. Ids are 16-byte blobs, instants milliseconds since 1970, tokens only their SHA-256.
enum Schema1 {
    static let accounts = [
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
        "CREATE TABLE admin_tokens (hash BLOB PRIMARY KEY, created_at INTEGER NOT NULL)",
    ]

    static let messaging = [
        """
        CREATE TABLE chats (
            id BLOB PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('direct', 'group')),
            name TEXT,
            pair_key BLOB UNIQUE,
            created_by BLOB NOT NULL REFERENCES users (id),
            created_at INTEGER NOT NULL,
            active_at INTEGER NOT NULL,
            seq INTEGER NOT NULL DEFAULT 0
        )
        """,
        """
        CREATE TABLE members (
            chat_id BLOB NOT NULL REFERENCES chats (id),
            user_id BLOB NOT NULL REFERENCES users (id),
            role TEXT NOT NULL CHECK (role IN ('member', 'admin')),
            joined_at INTEGER NOT NULL,
            delivered_seq INTEGER NOT NULL DEFAULT 0,
            read_seq INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (chat_id, user_id)
        )
        """,
        "CREATE INDEX members_by_user ON members (user_id)",
        """
        CREATE TABLE messages (
            num INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE,
            chat_id BLOB NOT NULL REFERENCES chats (id),
            seq INTEGER NOT NULL,
            sender_id BLOB NOT NULL REFERENCES users (id),
            client_message_id TEXT NOT NULL,
            text TEXT NOT NULL,
            reply_to BLOB,
            created_at INTEGER NOT NULL,
            edited_at INTEGER,
            deleted_at INTEGER,
            via TEXT NOT NULL,
            UNIQUE (chat_id, seq),
            UNIQUE (sender_id, chat_id, client_message_id)
        )
        """,
        """
        CREATE TABLE chat_events (
            chat_id BLOB NOT NULL REFERENCES chats (id),
            seq INTEGER NOT NULL,
            kind TEXT NOT NULL,
            message_id BLOB,
            user_id BLOB,
            change TEXT,
            name TEXT,
            at INTEGER NOT NULL,
            PRIMARY KEY (chat_id, seq)
        )
        """,
    ]

    static let memory = [
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

    static let scheduling = [
        """
        CREATE TABLE calendar_events (
            id BLOB PRIMARY KEY,
            trainer_id BLOB NOT NULL REFERENCES users (id),
            event_type TEXT NOT NULL,
            title TEXT NOT NULL,
            client_id BLOB REFERENCES users (id),
            prospect_id BLOB REFERENCES prospects (id),
            starts_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            status TEXT NOT NULL,
            created_by TEXT NOT NULL,
            import_ref TEXT,
            created_at INTEGER NOT NULL,
            CHECK (starts_at < ends_at),
            UNIQUE (trainer_id, import_ref)
        )
        """,
        "CREATE INDEX calendar_events_by_time ON calendar_events (trainer_id, starts_at)",
        // What overlaps an interval ahead ends after its start: few rows, however long the past.
        "CREATE INDEX calendar_events_by_end ON calendar_events (trainer_id, ends_at)",
        """
        CREATE TABLE reminders (
            id BLOB PRIMARY KEY,
            owner_id BLOB NOT NULL REFERENCES users (id),
            text TEXT NOT NULL,
            due_at INTEGER NOT NULL,
            client_id BLOB REFERENCES users (id),
            recurrence TEXT,
            first_due_at INTEGER NOT NULL,
            timezone TEXT NOT NULL,
            completed INTEGER NOT NULL DEFAULT 0,
            notify_at INTEGER,
            created_by TEXT NOT NULL,
            created_at INTEGER NOT NULL
        )
        """,
        "CREATE INDEX reminders_by_due ON reminders (owner_id, due_at)",
        "CREATE INDEX reminders_to_notify ON reminders (notify_at)",
        """
        CREATE TABLE scheduling_settings (
            user_id BLOB PRIMARY KEY REFERENCES users (id),
            settings TEXT NOT NULL
        )
        """,
    ]

    static let assistant = [
        """
        CREATE TABLE conversations (
            id BLOB PRIMARY KEY,
            owner_id BLOB NOT NULL REFERENCES users (id),
            title TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
        )
        """,
        "CREATE INDEX conversations_by_owner ON conversations (owner_id, updated_at)",
        """
        CREATE TABLE turns (
            id BLOB PRIMARY KEY,
            conversation_id BLOB NOT NULL REFERENCES conversations (id),
            parent_id BLOB REFERENCES turns (id),
            role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
            text TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'stopped', 'interrupted', 'failed')),
            answer TEXT,
            model TEXT,
            input_tokens INTEGER NOT NULL DEFAULT 0,
            output_tokens INTEGER NOT NULL DEFAULT 0,
            created_at INTEGER NOT NULL
        )
        """,
        "CREATE INDEX turns_by_conversation ON turns (conversation_id, created_at)",
        """
        CREATE TABLE proposals (
            id BLOB PRIMARY KEY,
            owner_id BLOB NOT NULL REFERENCES users (id),
            conversation_id BLOB REFERENCES conversations (id),
            turn_id BLOB REFERENCES turns (id),
            tool TEXT NOT NULL,
            arguments TEXT NOT NULL,
            summary TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('pending', 'executed', 'failed', 'cancelled', 'expired')),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            decided_at INTEGER,
            result TEXT
        )
        """,
        "CREATE INDEX proposals_by_owner ON proposals (owner_id, created_at)",
        "CREATE INDEX proposals_by_state ON proposals (state, expires_at)",
        """
        CREATE TABLE audit_log (
            position INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE,
            owner_id BLOB NOT NULL,
            proposal_id BLOB,
            tool TEXT NOT NULL,
            arguments TEXT NOT NULL,
            state TEXT NOT NULL,
            door TEXT NOT NULL,
            actor_id BLOB NOT NULL,
            at INTEGER NOT NULL,
            previous_hash TEXT NOT NULL,
            hash TEXT NOT NULL
        )
        """,
        "CREATE INDEX audit_log_by_owner ON audit_log (owner_id, position)",
        // Where the chain ends, so that cutting off its end shows.
        """
        CREATE TABLE audit_head (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            position INTEGER NOT NULL,
            hash TEXT NOT NULL
        )
        """,
        """
        CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
        BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END
        """,
        """
        CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
        BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END
        """,
    ]
}

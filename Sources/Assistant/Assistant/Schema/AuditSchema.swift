import Storage

/// The audit log whose hashes are keyed and whose words can be erased. It takes the place of the one without a key,
/// whose entries `AuditLog.open` seals.
enum AuditSchema {
    static let keyed = Migration(
        "assistant: an audit log with a key, and words that can be erased",
        statements: dropTriggers + [
            "DROP INDEX audit_log_by_owner",
            "ALTER TABLE audit_log RENAME TO audit_log_unkeyed",
            "ALTER TABLE audit_head RENAME TO audit_head_unkeyed",
            """
            CREATE TABLE audit_log (
                position INTEGER PRIMARY KEY,
                id BLOB NOT NULL UNIQUE,
                owner_id BLOB NOT NULL,
                proposal_id BLOB NOT NULL,
                tool TEXT NOT NULL,
                arguments TEXT NOT NULL,
                words TEXT,
                salt BLOB,
                words_hash TEXT NOT NULL,
                state TEXT NOT NULL,
                door TEXT NOT NULL,
                actor_id BLOB NOT NULL,
                at INTEGER NOT NULL,
                previous_hash TEXT NOT NULL,
                hash TEXT NOT NULL
            )
            """,
            "CREATE INDEX audit_log_by_owner ON audit_log (owner_id, position)",
            "CREATE INDEX audit_log_by_proposal ON audit_log (proposal_id)",
            """
            CREATE TABLE audit_head (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                position INTEGER NOT NULL,
                hash TEXT NOT NULL,
                executed INTEGER NOT NULL,
                unrecorded INTEGER NOT NULL,
                fault_position INTEGER NOT NULL,
                fault TEXT NOT NULL,
                seal TEXT NOT NULL
            )
            """,
        ] + triggers
    )

    /// Only words may go, and only for ever.
    static let triggers = [
        """
        CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
        WHEN new.words IS NOT NULL OR new.salt IS NOT NULL
            OR new.position IS NOT old.position OR new.id IS NOT old.id OR new.owner_id IS NOT old.owner_id
            OR new.proposal_id IS NOT old.proposal_id OR new.tool IS NOT old.tool
            OR new.arguments IS NOT old.arguments OR new.words_hash IS NOT old.words_hash
            OR new.state IS NOT old.state OR new.door IS NOT old.door OR new.actor_id IS NOT old.actor_id
            OR new.at IS NOT old.at OR new.previous_hash IS NOT old.previous_hash OR new.hash IS NOT old.hash
        BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END
        """,
        """
        CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
        BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END
        """,
    ]

    static let dropTriggers = [
        "DROP TRIGGER IF EXISTS audit_log_no_update", "DROP TRIGGER IF EXISTS audit_log_no_delete",
    ]
}

import ChatInsights
import ModelBudgets
package import Storage

/// The tables of conversations, proposals and the audit log.
package enum AssistantSchema {
    package static let migrations = [
        Migration(
            "assistant: conversations, proposals and the audit log",
            release: 1,
            statements: [
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
                // The end of the chain, so that removing the last entries is detected.
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
        ),
        AuditSchema.keyed, SourcesSchema.sources,
        Migration(
            "assistant: proposals tell what was guessed",
            statements: ["ALTER TABLE proposals ADD COLUMN doubts TEXT"]
        ),
        InsightsSchema.insights,
        UsageSchema.ledger, QuestionsSchema.conversationSettings, QuestionsSchema.questionFiles,
        BranchesSchema.branches,
        AdviceSchema.records,
        WeekSchema.pages,
        Migration(
            "assistant: proposals have versions",
            statements: ["ALTER TABLE proposals ADD COLUMN version INTEGER NOT NULL DEFAULT 1"]
        ),
        AdviceSchema.ratings,
        QuestionsSchema.keptFiles,
    ]
}

package import Storage

/// What the language models were used for, and how much each user may use.
package enum UsageSchema {
    package static let ledger = Migration(
        "assistant: the use of language models, and budgets",
        statements: [
            """
            CREATE TABLE model_usage (
                id BLOB PRIMARY KEY,
                owner_id BLOB NOT NULL REFERENCES users (id),
                model TEXT NOT NULL,
                at INTEGER NOT NULL,
                state TEXT NOT NULL CHECK (state IN ('reserved', 'settled')),
                input_tokens INTEGER NOT NULL,
                cached_tokens INTEGER NOT NULL,
                output_tokens INTEGER NOT NULL,
                cost INTEGER NOT NULL,
                is_estimate INTEGER NOT NULL
            )
            """,
            "CREATE INDEX model_usage_by_owner ON model_usage (owner_id, at)",
            """
            CREATE TABLE model_budgets (
                user_id BLOB PRIMARY KEY REFERENCES users (id),
                requests_per_day INTEGER,
                tokens_per_day INTEGER,
                cost_per_day INTEGER,
                requests_per_month INTEGER,
                tokens_per_month INTEGER,
                cost_per_month INTEGER
            )
            """,
        ]
    )
}

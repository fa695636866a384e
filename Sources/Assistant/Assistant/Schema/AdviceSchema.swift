import Storage

/// What was advised and what became of it. The words are in the turns.
enum AdviceSchema {
    static let records = Migration(
        "assistant: advice and its ratings",
        statements: [
            // Gone with its turn. `confidence` is in ten-thousandths, so that sums are exact.
            """
            CREATE TABLE advice_records (
                turn_id BLOB PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE,
                owner_id BLOB NOT NULL REFERENCES users (id),
                model TEXT NOT NULL,
                confidence INTEGER NOT NULL CHECK (confidence BETWEEN 0 AND 10000),
                source TEXT NOT NULL CHECK (source IN ('model', 'built-in', 'assumed')),
                used_web INTEGER NOT NULL,
                advised_at INTEGER NOT NULL,
                outcome TEXT CHECK (outcome IN ('good', 'bad')),
                note TEXT,
                rated_at INTEGER
            )
            """,
            "CREATE INDEX advice_records_by_owner ON advice_records (owner_id, turn_id)",
        ]
    )

    /// Of any answer, `good` or `bad`; NULL without one.
    static let ratings = Migration(
        "assistant: answers are rated",
        statements: ["ALTER TABLE turns ADD COLUMN rating TEXT"]
    )
}

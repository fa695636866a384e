import Storage

/// Which branch of a conversation was chosen, what was deleted of it, and the revision up to which
/// devices have synchronised.
enum BranchesSchema {
    static let branches = Migration(
        "assistant: branches, revisions, pinned and archived conversations",
        statements: [
            // Grows with every change, and is at least the time of it in milliseconds: after a restored backup new
            // revisions are above those that devices have seen.
            "ALTER TABLE conversations ADD COLUMN revision INTEGER NOT NULL DEFAULT 1",
            "ALTER TABLE conversations ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE conversations ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0",
            // The question that the title was made from; NULL for a title that the owner chose.
            "ALTER TABLE conversations ADD COLUMN title_turn_id BLOB",
            // 0 while the title is the beginning of that question. Titles of earlier conversations stay as they are.
            "ALTER TABLE conversations ADD COLUMN is_titled INTEGER NOT NULL DEFAULT 1",
            "ALTER TABLE turns ADD COLUMN selected_at INTEGER",
            // A turn that its owner deleted: the row stays without any words, so that devices learn of it.
            "ALTER TABLE turns ADD COLUMN deleted_at INTEGER",
            // The conversation's revision when the turn changed last.
            "ALTER TABLE turns ADD COLUMN revision INTEGER NOT NULL DEFAULT 1",
        ]
    )
}

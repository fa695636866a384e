import Domain

/// The full-text index of messages in SQLite's schema: FTS5.
enum SQLiteFullText {
    /// The index, and the triggers of the first release.
    static let table = [
        """
        CREATE VIRTUAL TABLE messages_fts USING fts5 (
            text, content = 'messages', content_rowid = 'num', tokenize = 'porter unicode61 remove_diacritics 2'
        )
        """,
        """
        CREATE TRIGGER messages_fts_insert AFTER INSERT ON messages BEGIN
            INSERT INTO messages_fts (rowid, text) VALUES (new.num, new.text);
        END
        """,
        """
        CREATE TRIGGER messages_fts_update AFTER UPDATE OF text ON messages BEGIN
            INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', old.num, old.text);
            INSERT INTO messages_fts (rowid, text) VALUES (new.num, new.text);
        END
        """,
        """
        CREATE TRIGGER messages_fts_delete AFTER DELETE ON messages BEGIN
            INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', old.num, old.text);
        END
        """,
    ]

    /// The triggers since release 3. A new text is indexed soon after its message is stored, because indexing
    /// costs more than storing. Indexed texts change in the message's own transaction, so that a deleted text is never
    /// found.
    static let triggersAfterInsertion =
        [
            "DROP TRIGGER messages_fts_insert",
            "DROP TRIGGER messages_fts_update",
            "DROP TRIGGER messages_fts_delete",
        ] + triggers(on: "messages")

    /// The same triggers on the rows of compact messages.
    static let triggersOnRows = triggers(on: "message_rows")

    /// The triggers since messages have transcripts, whose words are found, too.
    static let triggersOnTranscripts =
        ["DROP TRIGGER message_rows_fts_update", "DROP TRIGGER message_rows_fts_delete"]
        + triggers(on: "message_rows", of: "text, spoken", words: Transcript.schemaWords(in:))

    private static func triggers(
        on table: String,
        of columns: String = "text",
        words: (_ row: String) -> String = { "\($0).text" }
    ) -> [String] {
        [
            """
            CREATE TRIGGER \(table)_fts_update AFTER UPDATE OF \(columns) ON \(table)
            WHEN old.num <= (SELECT num FROM index_progress WHERE name = 'fulltext')
            BEGIN
                INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', old.num, \(words("old")));
                INSERT INTO messages_fts (rowid, text) VALUES (new.num, \(words("new")));
            END
            """,
            """
            CREATE TRIGGER \(table)_fts_delete AFTER DELETE ON \(table)
            WHEN old.num <= (SELECT num FROM index_progress WHERE name = 'fulltext')
            BEGIN
                INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', old.num, \(words("old")));
            END
            """,
        ]
    }

    /// The index since scripts without spaces have words. It's filled by the same work as for new messages, while the server
    /// runs. What it held before leaves the disk with its tables.
    static let indexInEveryScript = [
        "DROP TABLE messages_fts",
        """
        CREATE VIRTUAL TABLE messages_fts USING fts5 (
            text, content = 'messages', content_rowid = 'num', tokenize = 'spotter'
        )
        """,
        startAgain,
    ]

    /// Has all messages indexed once more.
    static let startAgain = "UPDATE index_progress SET num = 0 WHERE name = 'fulltext'"

    /// The row that says what has to be done about words of erased texts.
    static let erasureProgress = [
        "INSERT INTO index_progress (name, num) VALUES ('\(FullText.erasure)', \(FullText.Erasure.requested.rawValue))"
    ]
}

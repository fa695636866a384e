import Domain
public import Storage

/// Full-text search on SQLite: FTS5 over the messages' texts, with Unicode folding and English stemming.
///
/// All statements are in SQLite's dialect; another engine needs its own file.
public enum SQLiteFullText {
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

    /// Indexes the next messages that aren't indexed yet.
    ///
    /// - Returns: whether there may be more.
    static func advance(by limit: Int, on connection: any SQLConnection) throws -> Bool {
        let begin = try MessageFeed.fullText.position(on: connection)
        guard let end = try MessageFeed.fullText.next(limit, after: begin, on: connection) else { return false }
        try connection.execute(
            """
            INSERT INTO messages_fts (rowid, text)
            SELECT r.num, \(Transcript.words(in: "r")) FROM message_rows r WHERE r.num > $1 AND r.num <= $2
            """,
            begin,
            end
        )
        try MessageFeed.fullText.advance(to: end, on: connection)
        return true
    }

    /// Compares the index with the texts of all messages, which must all be indexed.
    ///
    /// - Throws: the engine's error for damage if they differ.
    static func requireIntegrity(on connection: any SQLConnection) throws {
        try connection.execute("INSERT INTO messages_fts (messages_fts, rank) VALUES ('integrity-check', 1)")
    }

    /// Whether any messages are waiting to be indexed.
    static func hasBacklog(on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM message_rows WHERE num > (SELECT num FROM index_progress WHERE name = 'fulltext') LIMIT 1"
        )
    }

    /// The text of one message, with the matching words between two marks.
    ///
    /// - Returns: `nil` if no word matches.
    public static func marked(
        _ query: String,
        in num: Int64,
        marks: (begin: String, end: String),
        on connection: any SQLConnection
    ) throws -> String? {
        guard let match = matchExpression(query) else { return nil }
        return try connection.first(
            "SELECT highlight(messages_fts, 0, $1, $2) FROM messages_fts WHERE messages_fts MATCH $3 AND rowid = $4",
            marks.begin,
            marks.end,
            match,
            num
        ) { try $0.text(0) }
    }

    /// Merges a bounded part of the index, which removes the words of deleted texts from the disk. Until then they are
    /// only marked as deleted (https://www.sqlite.org/fts5.html#the_merge_command).
    ///
    /// - Parameter isFirst: begins a new round over everything that is indexed now.
    /// - Returns: whether there may be more to merge.
    static func compact(isFirst: Bool, on connection: any SQLConnection) throws -> Bool {
        let before = try changes(on: connection)
        try connection.execute(
            "INSERT INTO messages_fts (messages_fts, rank) VALUES ('merge', $1)",
            isFirst ? -maxPagesPerStep : maxPagesPerStep
        )
        // FTS5 counts fewer than two changes if there was nothing to merge.
        return try changes(on: connection) - before >= 2
    }

    private static let maxPagesPerStep = 256

    // MARK: Erasure

    /// The row that says what has to be done about words of erased texts.
    static let erasureProgress = [
        "INSERT INTO index_progress (name, num) VALUES ('\(erasure)', \(Erasure.requested.rawValue))"
    ]

    private static let erasure = "fulltext erasure"

    private enum Erasure: Int64 {
        case complete = 0
        case requested, merging
    }

    /// Call this in a transaction that erases texts of messages: their words have to leave the index's tables, soon.
    static func textWillBeErased(on connection: any SQLConnection) throws {
        connection.markErasure()
        try setErasure(.requested, on: connection)
    }

    /// A step of merging the index, if texts were erased since it was last merged. FTS5's `secure-delete` would do without,
    /// but an index that used it can't be read by SQLite before 3.42.
    ///
    /// - Returns: whether there may be more.
    static func removeErasedWords(on connection: any SQLConnection) throws -> Bool {
        let number = try connection.first("SELECT num FROM index_progress WHERE name = '\(erasure)'") { try $0.int(0) }
        guard let progress = number.flatMap(Erasure.init), progress != .complete else { return false }
        let hasMore = try compact(isFirst: progress == .requested, on: connection)
        try setErasure(hasMore ? .merging : .complete, on: connection)
        return hasMore
    }

    private static func setErasure(_ progress: Erasure, on connection: any SQLConnection) throws {
        try connection.execute("UPDATE index_progress SET num = $1 WHERE name = '\(erasure)'", progress.rawValue)
    }

    private static func changes(on connection: any SQLConnection) throws -> Int64 {
        try connection.first("SELECT total_changes()") { try $0.int(0) } ?? 0
    }

    /// The words of free text as an FTS5 expression that matches any of them. They are quoted, so that the text can't
    /// contain syntax.
    static func matchExpression(_ query: String) -> String? {
        let words = phrases(of: query)
        return words.isEmpty ? nil : words.joined(separator: " OR ")
    }

    /// The words of free text, each quoted.
    static func phrases(of query: String) -> [String] {
        query.split { !$0.isLetter && !$0.isNumber }.prefix(32).map { "\"\($0)\"" }
    }
}

extension Database {
    /// Indexes messages stored before this call, so that a search finds them. Limited to 8 × 512 messages, because the
    /// backlog may be large, as after an import.
    package func catchUpFullText() async throws {
        for _ in 0..<8 where try await read({ try SQLiteFullText.hasBacklog(on: $0) }) {
            _ = try await write { try SQLiteFullText.advance(by: 512, on: $0) }
        }
    }

    /// Removes the words of deleted texts from the tables of the full-text index, in steps of a few milliseconds.
    package func compactFullText() async throws {
        var isFirst = true
        while try await write({ [isFirst] in try SQLiteFullText.compact(isFirst: isFirst, on: $0) }) { isFirst = false }
    }
}

/// Keeps the full-text index up to date while the writer is idle.
package struct FullTextIndexing: DeferredWork {
    package init() {}

    package func advance(by limit: Int, on connection: any SQLConnection) throws -> Bool {
        try SQLiteFullText.advance(by: limit, on: connection)
    }

    package func removeTraces(on connection: any SQLConnection) throws -> Bool {
        try SQLiteFullText.removeErasedWords(on: connection)
    }
}

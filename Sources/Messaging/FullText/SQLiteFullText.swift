public import Domain
public import Storage

/// Full text on SQLite: FTS5 over the messages' texts, with Unicode folding and English stemming.
///
/// Statements of SQLite's dialect only: another engine gets a sibling of this file.
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

    /// The triggers since the third release. A new text is indexed soon after its message is on disk, because indexing
    /// costs more than storing does. What was indexed changes in the message's own transaction, so that a deleted text is
    /// never found.
    static let triggersAfterInsertion = [
        "DROP TRIGGER messages_fts_insert",
        "DROP TRIGGER messages_fts_update",
        "DROP TRIGGER messages_fts_delete",
        """
        CREATE TRIGGER messages_fts_update AFTER UPDATE OF text ON messages
        WHEN old.num <= (SELECT num FROM index_progress WHERE name = 'fulltext')
        BEGIN
            INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', old.num, old.text);
            INSERT INTO messages_fts (rowid, text) VALUES (new.num, new.text);
        END
        """,
        """
        CREATE TRIGGER messages_fts_delete AFTER DELETE ON messages
        WHEN old.num <= (SELECT num FROM index_progress WHERE name = 'fulltext')
        BEGIN
            INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', old.num, old.text);
        END
        """,
    ]

    /// Indexes the next messages that aren't indexed yet.
    ///
    /// - Returns: whether there may be more.
    static func advance(by limit: Int, on connection: any SQLConnection) throws -> Bool {
        let begin = try MessageFeed.fullText.position(on: connection)
        guard let end = try MessageFeed.fullText.next(limit, after: begin, on: connection) else { return false }
        try connection.execute(
            "INSERT INTO messages_fts (rowid, text) SELECT num, text FROM messages WHERE num > $1 AND num <= $2",
            begin,
            end
        )
        try MessageFeed.fullText.advance(to: end, on: connection)
        return true
    }

    /// Whether messages wait to be indexed.
    static func hasBacklog(on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM messages WHERE num > (SELECT num FROM index_progress WHERE name = 'fulltext') LIMIT 1"
        )
    }

    /// Messages that match any word of the query, best first by BM25 (Robertson and Zaragoza 2009; FTS5 negates it, so
    /// lower is better there), among the chats of which `member` is a member now.
    ///
    /// - Parameters:
    ///   - filter: further conditions on `m` (messages), with placeholders from `$3` on.
    public static func search(
        _ query: String,
        visibleTo member: UserID,
        filter: String,
        arguments: [any SQLBindable],
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [(id: MessageID, score: Double)] {
        guard let match = matchExpression(query) else { return [] }
        let limitPlaceholder = "$\(arguments.count + 3)"
        return try connection.query(
            """
            SELECT m.id, bm25(messages_fts)
            FROM messages_fts JOIN messages m ON m.num = messages_fts.rowid
            WHERE messages_fts MATCH $1
              AND \(VisibleMessages.condition(on: "m", to: "$2")) \(filter.isEmpty ? "" : "AND \(filter)")
            ORDER BY bm25(messages_fts) LIMIT \(limitPlaceholder)
            """,
            [match, member] + arguments + [limit]
        ) { (try $0.id(0), -(try $0.double(1))) }
    }

    /// The text of one message with the words that match the query between two marks.
    ///
    /// - Returns: `nil` if none matches.
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

    /// Merges a bounded part of the index, so that words of deleted texts leave the disk: until then they are only marked
    /// as deleted (https://www.sqlite.org/fts5.html#the_merge_command).
    ///
    /// - Parameter isFirst: begins a new round over everything that is indexed now.
    /// - Returns: whether there may be more to do.
    static func compact(isFirst: Bool, on connection: any SQLConnection) throws -> Bool {
        let before = try changes(on: connection)
        try connection.execute(
            "INSERT INTO messages_fts (messages_fts, rank) VALUES ('merge', $1)",
            isFirst ? -maxPagesPerStep : maxPagesPerStep
        )
        // FTS5 counts less than two changes when there was nothing to merge.
        return try changes(on: connection) - before >= 2
    }

    private static let maxPagesPerStep = 256

    private static func changes(on connection: any SQLConnection) throws -> Int64 {
        try connection.first("SELECT total_changes()") { try $0.int(0) } ?? 0
    }

    /// Words of free text as an FTS5 expression: quoted, so that nothing in them is syntax; any of them may match.
    static func matchExpression(_ query: String) -> String? {
        let words = query.split { !$0.isLetter && !$0.isNumber }.prefix(32)
        guard !words.isEmpty else { return nil }
        return words.map { "\"\($0)\"" }.joined(separator: " OR ")
    }
}

extension Database {
    /// Indexes what was stored before this call, so that a search finds it. Bounded, because a backlog may be large, as
    /// after an import.
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

/// Keeps full text up to date in the writer's spare time.
package struct FullTextIndexing: DeferredWork {
    package init() {}

    package func advance(by limit: Int, on connection: any SQLConnection) throws -> Bool {
        try SQLiteFullText.advance(by: limit, on: connection)
    }
}

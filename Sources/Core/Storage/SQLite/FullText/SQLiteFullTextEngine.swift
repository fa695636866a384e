/// Full text by FTS5. The index is a virtual table whose contents are those of the table; triggers in the table's schema
/// keep it.
struct SQLiteFullTextEngine: FullTextEngine {
    private static let maxPagesPerStep = 256

    func add(after first: Int64, upTo last: Int64, in table: FullTextTable, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO \(table.index) (rowid, text)
            SELECT r.num, \(table.text("r")) FROM \(table.table) r WHERE r.num > $1 AND r.num <= $2
            """,
            first,
            last
        )
    }

    func update(_ table: FullTextTable, on connection: any SQLConnection) {}

    func isOutdated(_ table: FullTextTable, on connection: any SQLConnection) -> Bool { false }

    // MARK: Searching

    func newest(
        _ limit: Int,
        with word: String,
        upTo last: Int64,
        in table: FullTextTable,
        on connection: any SQLConnection
    ) throws -> (count: Int, oldest: Int64) {
        let index = table.index
        return try connection.first(
            """
            SELECT count(*), coalesce(min(rowid), 0) FROM (
                SELECT rowid FROM \(index) WHERE \(index) MATCH $1 AND rowid <= $2 ORDER BY rowid DESC LIMIT $3
            )
            """,
            Self.phrase(word),
            last,
            limit
        ) { (Int(try $0.int(0)), try $0.int(1)) } ?? (0, 0)
    }

    func search(
        _ query: FullTextQuery,
        in table: FullTextTable,
        on connection: any SQLConnection,
        _ body: (_ num: Int64, _ score: Double) -> Void
    ) throws {
        let selection = Selection(query)
        try connection.forEach(
            Self.statement(query, table),
            [selection.frequencies, selection.expression] + query.arguments + [query.upTo, query.limit]
        ) { row in
            body(try row.int(0), try row.double(1))
            return true
        }
    }

    /// Placeholders: frequencies and expression, the query's own, the newest number and how many.
    private static func statement(_ query: FullTextQuery, _ table: FullTextTable) -> String {
        let index = table.index
        let joins = query.joins.map { "CROSS JOIN \($0.table) ON \($0.number) = \(index).rowid" }
        let admitted = query.admitted.map { ["+\(index).rowid IN (\($0))"] } ?? []
        let conditions = (query.conditions + admitted).map { "AND \($0)" }
        let last = FullTextQuery.firstPlaceholder + query.arguments.count
        return """
            SELECT \(index).rowid, text_relevance(\(index), $1) FROM \(index) \(joins.joined(separator: " "))
            WHERE \(index) MATCH $2 \(conditions.joined(separator: " ")) AND \(index).rowid <= $\(last)
            ORDER BY \(index).rowid DESC LIMIT $\(last + 1)
            """
    }

    /// A query in FTS5's syntax. Words that select come first and aren't scored: they're among all words, too.
    private struct Selection {
        let expression: String
        let frequencies: SQLTextFrequencies

        init(_ query: FullTextQuery) {
            let any = "(\(phrases(query.words.map(\.text), " OR ")))"
            let (selecting, separator) =
                switch query.requirement {
                case .none: ([String](), "")
                case .any(let words): (words, " OR ")
                case .all(let words): (words, " AND ")
                }
            expression = selecting.isEmpty ? any : "(\(phrases(selecting, separator))) AND \(any)"
            frequencies = SQLTextFrequencies(selecting.map { _ in 0 } + query.words.map(\.frequency))
        }
    }

    /// In quotes, so that a word can't contain syntax.
    private static func phrase(_ word: String) -> String { "\"\(word.replacing("\"", with: "\"\""))\"" }

    private static func phrases(_ words: [String], _ separator: String) -> String {
        words.map(phrase).joined(separator: separator)
    }

    func marked(
        _ words: [String],
        in num: Int64,
        of table: FullTextTable,
        marks: (begin: String, end: String),
        on connection: any SQLConnection
    ) throws -> String? {
        guard !words.isEmpty else { return nil }
        let index = table.index
        return try connection.first(
            "SELECT highlight(\(index), 0, $1, $2) FROM \(index) WHERE \(index) MATCH $3 AND rowid = $4",
            marks.begin,
            marks.end,
            Self.phrases(words, " OR "),
            num
        ) { try $0.text(0) }
    }

    // MARK: Upkeep

    /// Merges a part of the index, which removes the words of deleted texts from the disk. Until then they are only marked as
    /// deleted (https://www.sqlite.org/fts5.html#the_merge_command). FTS5's `secure-delete` would do without, but an index
    /// that used it can't be read by SQLite before 3.42.
    func compact(_ table: FullTextTable, isFirst: Bool, on connection: any SQLConnection) throws -> Bool {
        let before = try changes(on: connection)
        try connection.execute(
            "INSERT INTO \(table.index) (\(table.index), rank) VALUES ('merge', $1)",
            isFirst ? -Self.maxPagesPerStep : Self.maxPagesPerStep
        )
        // FTS5 counts fewer than two changes if there was nothing to merge.
        return try changes(on: connection) - before >= 2
    }

    private func changes(on connection: any SQLConnection) throws -> Int64 {
        try connection.first("SELECT total_changes()") { try $0.int(0) } ?? 0
    }

    func requireIntegrity(of table: FullTextTable, on connection: any SQLConnection) throws {
        try connection.execute("INSERT INTO \(table.index) (\(table.index), rank) VALUES ('integrity-check', 1)")
    }
}

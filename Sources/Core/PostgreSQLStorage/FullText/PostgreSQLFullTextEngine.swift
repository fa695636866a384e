import Storage

/// Full text by a table of words, `FullTextTable.postgreSQLStatements`. Words are cut out, folded and stemmed as for
/// FTS5 (`IndexedTerm`). PostgreSQL finds rows by them (`tsvector` with GIN), and what it finds is looked at and scored here.
struct PostgreSQLFullTextEngine: FullTextEngine {
    // MARK: Indexing

    func add(after first: Int64, upTo last: Int64, in table: FullTextTable, on connection: any SQLConnection) throws {
        let rows = try connection.query(
            """
            SELECT r.num, \(table.text("r")) FROM \(table.table) r
            WHERE r.num > $1 AND r.num <= $2 AND NOT EXISTS (SELECT 1 FROM \(table.index) f WHERE f.num = r.num)
                AND NOT EXISTS (SELECT 1 FROM \(table.index)_outdated o WHERE o.num = r.num)
            ORDER BY r.num
            """,
            first,
            last
        ) { (num: try $0.int(0), text: try $0.text(1)) }
        try store(rows, in: table, on: connection)
    }

    func update(_ table: FullTextTable, on connection: any SQLConnection) throws {
        let rows = try connection.query(
            """
            SELECT r.num, \(table.text("r")) FROM \(table.index)_outdated o JOIN \(table.table) r ON r.num = o.num
            ORDER BY r.num
            """
        ) { (num: try $0.int(0), text: try $0.text(1)) }
        guard !rows.isEmpty else { return }
        try connection.executeLater("DELETE FROM \(table.index)_outdated")
        try store(rows, in: table, on: connection)
    }

    func isOutdated(_ table: FullTextTable, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM \(table.index)_outdated LIMIT 1")
    }

    private func store(
        _ rows: [(num: Int64, text: String)],
        in table: FullTextTable,
        on connection: any SQLConnection
    ) throws {
        guard !rows.isEmpty else { return }
        var count = 0
        for row in rows {
            let terms = IndexedTerm.terms(of: row.text)
            try connection.executeLater(
                "INSERT INTO \(table.index) (num, length, terms, words) VALUES ($1, $2, $3, $4)",
                row.num,
                terms.count,
                terms.map(\.text).joined(separator: " "),
                WordVector.vector(of: terms)
            )
            count += terms.count
        }
        try connection.executeLater(
            "UPDATE \(table.index)_totals SET row_count = row_count + $1, word_count = word_count + $2",
            rows.count,
            count
        )
    }

    func compact(_ table: FullTextTable, isFirst: Bool, on connection: any SQLConnection) -> Bool { false }

    // MARK: Searching

    func newest(
        _ limit: Int,
        with word: String,
        upTo last: Int64,
        in table: FullTextTable,
        on connection: any SQLConnection
    ) throws -> (count: Int, oldest: Int64) {
        let phrase = IndexedPhrase(word)
        guard phrase.isExact, let query = phrase.query else {
            var found = (count: 0, oldest: Int64(0))
            let all = FullTextQuery([FullTextWord(word, frequency: 1)], upTo: last, limit: limit)
            try search(all, in: table, on: connection) { num, _ in found = (found.count + 1, num) }
            return found
        }
        return try planned(on: connection) {
            try connection.first(
                """
                SELECT count(*), coalesce(min(num), 0) FROM (
                    SELECT num FROM \(table.index) WHERE words @@ $1::tsquery AND num <= $2 ORDER BY num DESC LIMIT $3
                ) n
                """,
                query,
                last,
                limit
            ) { (Int(try $0.int(0)), try $0.int(1)) } ?? (0, 0)
        }
    }

    func search(
        _ query: FullTextQuery,
        in table: FullTextTable,
        on connection: any SQLConnection,
        _ body: (_ num: Int64, _ score: Double) -> Void
    ) throws {
        let totals = try connection.first("SELECT row_count, word_count FROM \(table.index)_totals") {
            (rows: try $0.int(0), words: try $0.int(1))
        }
        guard let totals else { return }
        let scoring = FullTextScoring(query, rows: totals.rows, words: totals.words)
        guard let expression = scoring.expression else { return }
        let statement = Self.statement(query, table)
        var (upTo, missing) = (query.upTo, query.limit)
        // Of what the vectors promise, not everything need be found. Then more is asked for.
        while missing > 0 {
            let limit = missing
            var count = 0
            try planned(on: connection) {
                let arguments: [any SQLBindable] = [expression, upTo] + query.arguments + [limit]
                try connection.forEach(statement, arguments) { row in
                    let num = try row.int(0)
                    (upTo, count) = (num - 1, count + 1)
                    if let score = scoring.score(try row.text(2), length: try row.int(1)) {
                        body(num, score)
                        missing -= 1
                    }
                    return true
                }
            }
            guard count == limit else { return }
        }
    }

    /// Placeholders: expression and newest number, the query's own, how many.
    private static func statement(_ query: FullTextQuery, _ table: FullTextTable) -> String {
        let joins = query.joins.map { "JOIN \($0.table) ON \($0.number) = f.num" }
        let conditions = query.conditions.map { "AND \($0)" }
        return """
            SELECT f.num, f.length, f.terms FROM \(table.index) f \(joins.joined(separator: " "))
            WHERE f.words @@ $1::tsquery AND f.num <= $2 \(conditions.joined(separator: " "))
            ORDER BY f.num DESC LIMIT $\(FullTextQuery.firstPlaceholder + query.arguments.count)
            """
    }

    /// Has the statements of `body` planned for their words: by the index for those that few texts have, else by number.
    private func planned<Value>(on connection: any SQLConnection, _ body: () throws -> Value) throws -> Value {
        try connection.executeLater("SET LOCAL plan_cache_mode = force_custom_plan")
        let value = try body()
        try connection.executeLater("SET LOCAL plan_cache_mode = auto")
        return value
    }

    func marked(
        _ words: [String],
        in num: Int64,
        of table: FullTextTable,
        marks: (begin: String, end: String),
        on connection: any SQLConnection
    ) throws -> String? {
        guard !words.isEmpty else { return nil }
        let text = try connection.first(
            """
            SELECT \(table.text("r")) FROM \(table.table) r
            WHERE r.num = $1 AND EXISTS (SELECT 1 FROM \(table.index) f WHERE f.num = r.num)
            """,
            num
        ) { try $0.text(0) }
        return text.flatMap { MarkedText($0, words).text(between: marks) }
    }
}

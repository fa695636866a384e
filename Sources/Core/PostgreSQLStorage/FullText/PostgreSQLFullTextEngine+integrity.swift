import Domain
import Storage

extension PostgreSQLFullTextEngine {
    /// Few: while the words of a page are compared, PostgreSQL waits in a transaction, and ends one that seems to hang.
    private static let page = 100

    func requireIntegrity(of table: FullTextTable, on connection: any SQLConnection) throws {
        var (rowCount, wordCount, last) = (0, 0, Int64.min)
        var pageCount: Int
        repeat {
            pageCount = 0
            let statement = """
                SELECT r.num, \(table.text("r")), f.length, f.terms, array_to_string(tsvector_to_array(f.words), ' ')
                FROM \(table.table) r LEFT JOIN \(table.index) f ON f.num = r.num
                WHERE r.num > $1 ORDER BY r.num LIMIT $2
                """
            try connection.forEach(statement, [last, Self.page]) { row in
                let terms = IndexedTerm.terms(of: try row.text(1))
                guard !row.isNull(2), try Self.isIndexed(terms, in: row) else { throw SpotterError.storageDamaged }
                (last, pageCount, wordCount) = (try row.int(0), pageCount + 1, wordCount + terms.count)
                return true
            }
            rowCount += pageCount
        } while pageCount == Self.page
        let isWhole = try connection.first(
            """
            SELECT (SELECT count(*) FROM \(table.index)) = $1 AND row_count = $1 AND word_count = $2
            FROM \(table.index)_totals
            """,
            rowCount,
            wordCount
        ) { try $0.bool(0) }
        guard isWhole ?? false, try !isOutdated(table, on: connection) else { throw SpotterError.storageDamaged }
    }

    private static func isIndexed(_ terms: [IndexedTerm], in row: any SQLRow) throws -> Bool {
        let stored = try (terms: row.text(3), lexemes: row.text(4))
        let lexemes = stored.lexemes.utf8.split(separator: UInt8(ascii: " ")).map { Array($0) }
        return try row.int(2) == terms.count
            && terms.map(\.text).joined(separator: " ").utf8.elementsEqual(stored.terms.utf8)
            && Set(lexemes) == WordVector.lexemes(of: terms)
    }
}

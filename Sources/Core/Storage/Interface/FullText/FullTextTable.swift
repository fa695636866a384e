/// A table whose texts have a full-text index.
///
/// The index follows the table at its own pace: `FullTextEngine.add` is called for what is new. Texts that change or go
/// after that leave the index in their own transaction, by triggers.
public struct FullTextTable: Sendable {
    /// The name of the index.
    public let index: String
    /// The name of the table. Its column `num` numbers the rows, and only grows.
    public let table: String
    /// The columns that the text is made of.
    public let columns: [String]
    /// The text of a row as an expression, given the row's name.
    public let text: @Sendable (_ row: String) -> String

    public init(
        index: String,
        table: String,
        columns: [String],
        text: @escaping @Sendable (_ row: String) -> String
    ) {
        (self.index, self.table, self.columns, self.text) = (index, table, columns, text)
    }
}

extension FullTextTable {
    /// The index in PostgreSQL's words, for `Migration.on(_:statements:)`.
    ///
    /// `terms` are a row's words in their order, with a space between them; `words` are the same ones without repetitions,
    /// for the index. A text that changes leaves the index until `FullTextEngine.update`.
    public var postgreSQLStatements: [String] {
        let isChanged = columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")
        let removal = "DELETE FROM \(index) WHERE num = old.num RETURNING num, length"
        let subtraction = """
            UPDATE \(index)_totals SET row_count = row_count - 1, word_count = word_count - gone.length FROM gone;
            """
        return [
            """
            CREATE TABLE \(index) (num BIGINT PRIMARY KEY, length BIGINT NOT NULL, terms TEXT NOT NULL, words tsvector NOT NULL)
            """,
            // What isn't in its place yet is read by every search: half a megabyte takes a millisecond.
            "CREATE INDEX \(index)_words ON \(index) USING gin (words) WITH (gin_pending_list_limit = 512)",
            "CREATE TABLE \(index)_outdated (num BIGINT PRIMARY KEY)",
            "CREATE TABLE \(index)_totals (row_count BIGINT NOT NULL, word_count BIGINT NOT NULL)",
            "INSERT INTO \(index)_totals (row_count, word_count) VALUES (0, 0)",
            """
            CREATE TRIGGER \(index)_update AFTER UPDATE OF \(columns.joined(separator: ", ")) ON \(table) WHEN \(isChanged) BEGIN
                WITH gone AS (\(removal)),
                    outdated AS (INSERT INTO \(index)_outdated (num) SELECT num FROM gone)
                \(subtraction)
            END
            """,
            """
            CREATE TRIGGER \(index)_delete AFTER DELETE ON \(table) BEGIN
                DELETE FROM \(index)_outdated WHERE num = old.num;
                WITH gone AS (\(removal))
                \(subtraction)
            END
            """,
        ]
    }

    /// Takes everything out of the index, as when other words are known.
    public var postgreSQLEmptying: [String] {
        [
            "DELETE FROM \(index)", "DELETE FROM \(index)_outdated",
            "UPDATE \(index)_totals SET row_count = 0, word_count = 0",
        ]
    }
}

/// How an engine finds the rows that have certain words.
///
/// All engines know the same words (`IndexedTerm`): Unicode folded without accents, English without endings, and single
/// characters in scripts without spaces. They find the same rows and give them the same scores: BM25 (Robertson and
/// Zaragoza 2009) with FTS5's constants.
///
/// ```swift
/// try connection.fullText.search(query, in: .messages, on: connection) { rankings[$0] = $1 }
/// ```
public protocol FullTextEngine: Sendable {
    /// Indexes the rows between two numbers, the first excluded, the last included.
    func add(after first: Int64, upTo last: Int64, in table: FullTextTable, on connection: any SQLConnection) throws

    /// Indexes the rows whose text has changed since they were indexed. Call this in the transaction that changes it:
    /// until then they aren't found. An engine whose triggers index has nothing to do.
    func update(_ table: FullTextTable, on connection: any SQLConnection) throws

    /// Whether rows wait for `update`.
    func isOutdated(_ table: FullTextTable, on connection: any SQLConnection) throws -> Bool

    /// How many of the newest rows have a word, up to `limit`, and the oldest of these; zeros if there are none.
    func newest(
        _ limit: Int,
        with word: String,
        upTo last: Int64,
        in table: FullTextTable,
        on connection: any SQLConnection
    ) throws -> (count: Int, oldest: Int64)

    /// Calls `body` with the number and the score of each row that is found, newest first.
    func search(
        _ query: FullTextQuery,
        in table: FullTextTable,
        on connection: any SQLConnection,
        _ body: (_ num: Int64, _ score: Double) -> Void
    ) throws

    /// The text of one row, with the words that match between two marks.
    ///
    /// - Returns: `nil` if no word matches.
    func marked(
        _ words: [String],
        in num: Int64,
        of table: FullTextTable,
        marks: (begin: String, end: String),
        on connection: any SQLConnection
    ) throws -> String?

    /// Removes a bounded part of what deleted texts have left in the tables of the index, unless nothing stays there.
    ///
    /// - Parameter isFirst: begins a new round over everything that is indexed now.
    /// - Returns: whether there may be more.
    func compact(_ table: FullTextTable, isFirst: Bool, on connection: any SQLConnection) throws -> Bool

    /// Compares the index with the texts of all rows, which must all be indexed.
    ///
    /// - Throws: the engine's error for damage if they differ.
    func requireIntegrity(of table: FullTextTable, on connection: any SQLConnection) throws
}

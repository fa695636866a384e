/// A word of a query. The index may have it as several, as in scripts without spaces; then they must stand side by side.
public struct FullTextWord: Sendable, Hashable {
    public let text: String
    /// The number of rows that have it; an estimate if there are many.
    public let frequency: Double

    public init(_ text: String, frequency: Double) { (self.text, self.frequency) = (text, frequency) }
}

/// Which rows of a full-text index are found, and by which words they are scored.
public struct FullTextQuery {
    /// Words of which a row must have more than one of the query.
    public enum Requirement: Sendable, Hashable {
        case none
        case any([String])
        case all([String])
    }

    /// Another table of the statement, joined by the row's number.
    public struct Join: Sendable, Hashable {
        /// With its alias, as `message_rows r`.
        public let table: String
        /// The column with the number, as `r.num`.
        public let number: String

        public init(_ table: String, on number: String) { (self.table, self.number) = (table, number) }
    }

    /// The first placeholder of `arguments`.
    public static let firstPlaceholder = 3

    /// A row is found if it has one of these. They are scored.
    public var words: [FullTextWord]
    /// What a row must have too. The words are among `words`.
    public var requirement = Requirement.none
    public var joins: [Join] = []
    /// Conditions on the joined tables, all of which must hold.
    public var conditions: [String] = []
    /// A query of the numbers of all rows that the conditions admit, if that's cheaper than looking each match up. An engine
    /// that knows what is cheaper passes over it.
    public var admitted: String?
    /// The values of the placeholders in `conditions` and `admitted`.
    public var arguments: [any SQLBindable] = []
    /// The largest number of a row.
    public var upTo: Int64
    /// Of more rows, the newest are found.
    public var limit: Int

    public init(_ words: [FullTextWord], upTo: Int64, limit: Int) {
        (self.words, self.upTo, self.limit) = (words, upTo, limit)
    }
}

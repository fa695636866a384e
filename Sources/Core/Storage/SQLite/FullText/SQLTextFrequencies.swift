/// How many rows have each phrase of a full-text query, in the order of the phrases: the argument of `text_relevance`.
struct SQLTextFrequencies: SQLBindable, Sendable, Hashable {
    private let counts: [Double]

    init(_ counts: [Double]) { self.counts = counts }

    var sqlValue: SQLValue {
        .blob(counts.flatMap { count in withUnsafeBytes(of: count) { Array($0) } })
    }
}

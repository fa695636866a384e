/// How many rows have each phrase of a full-text query, in the order of the phrases: the argument of `text_relevance`.
public struct SQLTextFrequencies: SQLBindable, Sendable, Hashable {
    private let counts: [Double]

    public init(_ counts: [Double]) { self.counts = counts }

    public var sqlValue: SQLValue {
        .blob(counts.flatMap { count in withUnsafeBytes(of: count) { Array($0) } })
    }
}

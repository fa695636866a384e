/// Guesses from a clause's meaning whether it gives an order, and which, where no rule knows its words.
///
/// A guess proposes nothing: it says that something was understood as an order, and asks.
package struct OrderMeaning: Sendable {
    package enum Guess: Sendable, Hashable {
        case action(RequestKind)
        /// An order, but two actions are about equally likely.
        case unknown
    }

    /// The encoder by which the bounds were chosen. Another one has other cosines.
    package static let encoder = "all-MiniLM-L6-v2"
    /// From this on it is an order: docs/requests.md has what the bound finds, and what it takes for one that is none.
    static let leastOrder = 0.6
    /// By so much the likeliest action must be likelier than the next.
    static let leastLead = 0.15

    private let regression: RidgeRegression

    /// - Parameter vectors: of `OrderExamples.texts`, in their order. `nil` if there are more or fewer.
    package init?(_ vectors: [[Float]]) {
        let examples = OrderExamples.all
        guard vectors.count == examples.count else { return nil }
        let none = RequestKind.allCases.count
        let classes = examples.map { $0.kind.flatMap { RequestKind.allCases.firstIndex(of: $0) } ?? none }
        regression = RidgeRegression(vectors, classes: classes, count: none + 1)
    }

    /// - Parameter vector: of the clause in the words of the examples.
    /// - Returns: `nil` if it seems to be no order.
    package func guess(_ vector: [Float]) -> Guess? {
        let scores = regression.scores(of: vector)
        guard 1 - scores[RequestKind.allCases.count] >= Self.leastOrder else { return nil }
        let ranked = zip(RequestKind.allCases, scores).sorted { $0.1 > $1.1 }
        return ranked[0].1 - ranked[1].1 >= Self.leastLead ? .action(ranked[0].0) : .unknown
    }
}

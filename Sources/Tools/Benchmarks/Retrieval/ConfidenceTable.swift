import ServerHarness
package import SpotterAPI

/// How often the first result of a hybrid search has at least a certain confidence, and how often it is right then.
package struct ConfidenceTable: Encodable {
    private struct First {
        let confidence: SearchResult.Confidence
        let isAnswerable: Bool
        let isRight: Bool
    }

    package struct Row: Encodable {
        let confidence: String
        /// The share of queries with an answer whose first result has at least this confidence.
        let answerable: Double
        /// The same of queries without an answer.
        let unanswerable: Double
        /// Of the former, the share whose first result is labelled as relevant.
        let right: Double
    }

    package private(set) var rows: [Row] = []
    private var firsts: [First] = []

    private enum CodingKeys: String, CodingKey { case rows }

    package init() {}

    package mutating func add(_ found: [SearchResult], of query: LabelledQuery) {
        let isRight = found.first.map { query.relevant[$0.clientMessageId] != nil } ?? false
        firsts.append(
            First(
                confidence: found.first?.confidence ?? .low,
                isAnswerable: !query.relevant.isEmpty,
                isRight: isRight
            )
        )
        rows = [
            row("high", { $0 == .high }), row("medium or high", { $0 != .low }), row("any", { _ in true }),
        ]
    }

    private func row(_ name: String, _ isIncluded: (SearchResult.Confidence) -> Bool) -> Row {
        func share(_ part: Int, of whole: Int) -> Double { (Double(part) / Double(max(1, whole))).rounded(places: 2) }
        let (some, none) = (firsts.filter(\.isAnswerable), firsts.filter { !$0.isAnswerable })
        let included = some.filter { isIncluded($0.confidence) }
        return Row(
            confidence: name,
            answerable: share(included.count, of: some.count),
            unanswerable: share(none.count { isIncluded($0.confidence) }, of: none.count),
            right: share(included.count(where: \.isRight), of: included.count)
        )
    }

    package var lines: [String] {
        rows.map {
            "first result of confidence \($0.confidence): \($0.answerable) of queries with an answer (right: \($0.right)), "
                + "\($0.unanswerable) of those without"
        }
    }
}

import Domain
import Foundation
package import Retrieval
import ServerHarness
package import SpotterAPI

/// A search method to be measured.
package struct RetrievalMethod {
    package let name: String
    package let mode: SearchMode
    package let options: RankingOptions

    package init(_ name: String, _ mode: SearchMode, _ options: RankingOptions = RankingOptions()) {
        self.name = name
        self.mode = mode
        self.options = options
    }

    /// The parts of hybrid ranking besides the cosine.
    package enum Idea: String, CaseIterable {
        case context, words, chat, names, times, repetitions

        package func removed(from options: RankingOptions) -> RankingOptions {
            var options = options
            switch self {
            case .context: options.contextWeight = 0
            case .words: options.wordWeight = 0
            case .chat: options.chatWeight = 0
            case .names: options.readsNames = false
            case .times: options.readsTimes = false
            case .repetitions: options.repetitionPenalty = 0
            }
            return options
        }

        package func only(of options: RankingOptions) -> RankingOptions {
            Self.allCases.filter { $0 != self }.reduce(options) { $1.removed(from: $0) }
        }
    }
}

/// The quality of one ranking for one query.
package struct RetrievalMeasure {
    let recall5: Double
    let recall10: Double
    /// Gain 2^grade - 1, discount log2(rank + 1), as in Burges et al. 2005.
    let ndcg10: Double
    let reciprocalRank: Double

    /// - Parameters:
    /// - found: best first.
    ///   - relevant: grades of 1 or 2, at least one.
    package init(_ found: [String], relevant: [String: Int]) {
        let grades = found.prefix(10).map { relevant[$0] ?? 0 }
        func recall(_ depth: Int) -> Double {
            Double(grades.prefix(depth).count { $0 > 0 }) / Double(max(1, min(depth, relevant.count)))
        }
        func gain(_ grades: some Sequence<Int>) -> Double {
            grades.enumerated().reduce(0) { $0 + (pow(2, Double($1.element)) - 1) / log2(Double($1.offset) + 2) }
        }
        recall5 = recall(5)
        recall10 = recall(10)
        let ideal = gain(relevant.values.sorted(by: >).prefix(10))
        ndcg10 = ideal > 0 ? gain(grades) / ideal : 0
        reciprocalRank = grades.firstIndex { $0 > 0 }.map { 1 / Double($0 + 1) } ?? 0
    }
}

/// The means over a set of queries.
package struct RetrievalRow: Encodable {
    let method: String
    package let set: String
    let queries: Int
    let recall5: Double
    let recall10: Double
    let ndcg10: Double
    let mrr: Double

    private init(_ method: String, _ set: String, _ measures: [RetrievalMeasure]) {
        func mean(_ value: (RetrievalMeasure) -> Double) -> Double {
            (measures.reduce(0) { $0 + value($1) } / Double(max(1, measures.count))).rounded(places: 3)
        }
        self.method = method
        self.set = set
        queries = measures.count
        recall5 = mean(\.recall5)
        recall10 = mean(\.recall10)
        ndcg10 = mean(\.ndcg10)
        mrr = mean(\.reciprocalRank)
    }

    /// For each split, then for each kind of query.
    package static func rows(_ method: String, _ measured: [(LabelledQuery, RetrievalMeasure)]) -> [RetrievalRow] {
        func sets(_ name: (LabelledQuery) -> String) -> [RetrievalRow] {
            Dictionary(grouping: measured) { name($0.0) }.sorted { $0.key < $1.key }
                .map { RetrievalRow(method, $0.key, $0.value.map(\.1)) }
        }
        return sets { $0.kind == "line" ? "lines" : $0.split }
            + sets { "kind \($0.kind)" }.filter { $0.set != "kind line" }
    }

    /// The sets in which one method has a lower nDCG than another, by more than `difference`.
    package static func sets(
        where method: String,
        isBelow other: String,
        by difference: Double,
        in rows: [RetrievalRow]
    ) -> [String] {
        Dictionary(grouping: rows, by: \.set).compactMap { set, rows in
            let value = { name in rows.first { $0.method == name }?.ndcg10 }
            guard let one = value(method), let two = value(other), one < two - difference else { return nil }
            return set
        }.sorted()
    }

    package static func table(_ rows: [RetrievalRow]) -> [String] {
        func cell(_ text: String, _ width: Int) -> String { text.padding(toLength: width, withPad: " ", startingAt: 0) }
        func number(_ value: Double) -> String { cell(String(format: "%.3f", value), 10) }
        let head =
            [cell("set", 16), cell("method", 22), cell("queries", 9)]
            + ["recall@5", "recall@10", "nDCG@10", "MRR"].map { cell($0, 10) }
        let order = Dictionary(grouping: rows, by: \.set).sorted {
            ($0.key.hasPrefix("kind") ? 1 : 0, $0.key) < ($1.key.hasPrefix("kind") ? 1 : 0, $1.key)
        }
        return [head.joined()]
            + order.flatMap { set, rows -> [String] in
                rows.map { row in
                    cell(set, 16) + cell(row.method, 22) + cell("\(row.queries)", 9) + number(row.recall5)
                        + number(row.recall10) + number(row.ndcg10) + number(row.mrr)
                }
            }
    }
}

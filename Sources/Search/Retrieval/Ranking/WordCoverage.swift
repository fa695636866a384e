import Domain
import Foundation
import Messaging
import TextReading

/// The share of the query's words that a message contains, weighted by their rarity.
struct WordCoverage: Sendable {
    private let weights: [String: Double]
    private let total: Double
    private let stems: [MessageID: Set<String>]

    /// - Parameter stems: the stems of the query's words. Their rarity is computed from `messages`.
    init(_ stems: Set<String>, of language: TextLanguage, in messages: some Collection<VisibleMessage>) {
        let shared = SharedStems(stems, in: language)
        let found = Dictionary(
            messages.map { ($0.id, shared.found(in: $0.text)) }
        ) { first, _ in first }
        let count = Double(messages.count)
        var weights: [String: Double] = [:]
        for stem in stems {
            let having = Double(found.values.count { $0.contains(stem) })
            // The inverse document frequency of BM25, which is always positive.
            weights[stem] = log(1 + (count - having + 0.5) / (having + 0.5))
        }
        self.weights = weights
        self.stems = found
        // Always added in the same order, so that the same data has the same scores to the last bit.
        total = stems.sorted().reduce(0) { $0 + (weights[$1] ?? 0) }
    }

    /// From 0 to 1.
    func share(of message: MessageID) -> Double {
        guard total > 0, let found = stems[message], !found.isEmpty else { return 0 }
        return found.sorted().reduce(0) { $0 + (weights[$1] ?? 0) } / total
    }
}

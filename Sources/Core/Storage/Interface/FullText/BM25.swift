import Foundation

/// The score of a row by the words that it has: BM25 (Robertson and Zaragoza 2009), higher is better, with the same
/// constants and rounding as FTS5's `bm25`, which is its negative.
package enum BM25 {
    private static let (k1, b) = (1.2, 0.75)

    /// The inverse document frequency of a word. A word of the frequency 0 isn't scored.
    package static func weight(frequency: Double, rows: Int64) -> Double {
        guard frequency > 0 else { return 0 }
        let rarity = log((Double(rows) - frequency + 0.5) / (frequency + 0.5))
        // As FTS5: a word that most rows have doesn't count against them.
        return rarity > 0 ? rarity : 1e-6
    }

    /// What a word adds to the score of a row.
    ///
    /// - Parameters:
    ///   - count: how often the row has it.
    ///   - length: the words in the row.
    ///   - meanLength: the words in a row of the index, on average.
    package static func score(count: Double, weight: Double, length: Double, meanLength: Double) -> Double {
        let norm = k1 * (1 - b + b * length / meanLength)
        return weight * ((count * (k1 + 1)) / (count + norm))
    }
}

import Storage

/// Which texts a query finds, and their scores.
struct FullTextScoring {
    private let phrases: [IndexedPhrase]
    private let weights: [Double]
    private let meanLength: Double
    private let requirement: FullTextQuery.Requirement
    /// Those of the requirement, by their place among `phrases`.
    private let required: [Int]

    /// - Parameters:
    ///   - rows: those in the index.
    ///   - words: those of all rows.
    init(_ query: FullTextQuery, rows: Int64, words: Int64) {
        phrases = query.words.map { IndexedPhrase($0.text) }
        weights = query.words.map { BM25.weight(frequency: $0.frequency, rows: rows) }
        meanLength = Double(words) / Double(max(rows, 1))
        requirement = query.requirement
        let named =
            switch query.requirement {
            case .none: [String]()
            case .any(let words), .all(let words): words
            }
        required = named.compactMap { word in query.words.firstIndex { $0.text.utf8.elementsEqual(word.utf8) } }
    }

    /// A `tsquery` for the rows, and maybe some more; `nil` if there are none.
    var expression: String? {
        let queries: [String]
        switch requirement {
        case .none: queries = phrases.compactMap(\.query)
        case .any: queries = required.compactMap { phrases[$0].query }
        case .all:
            let all = required.map { phrases[$0].query }
            guard !all.contains(nil) else { return nil }
            return all.compactMap { $0 }.joined(separator: " & ")
        }
        return queries.isEmpty ? nil : queries.joined(separator: " | ")
    }

    /// - Parameters:
    ///   - terms: the words of a text.
    ///   - length: how many they are.
    /// - Returns: `nil` if the text isn't found.
    func score(_ terms: String, length: Int64) -> Double? {
        let words = terms.utf8.split(separator: UInt8(ascii: " "))
        let counts = phrases.map { $0.places(in: words).count }
        let isFound =
            switch requirement {
            case .none: counts.contains { $0 > 0 }
            case .any: required.contains { counts[$0] > 0 }
            case .all: required.allSatisfy { counts[$0] > 0 }
            }
        guard isFound else { return nil }
        return zip(counts, weights).reduce(0) { sum, part in
            sum + BM25.score(count: Double(part.0), weight: part.1, length: Double(length), meanLength: meanLength)
        }
    }
}

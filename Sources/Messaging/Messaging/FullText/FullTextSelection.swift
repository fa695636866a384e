import Storage

/// A word of a query.
struct FullTextWord {
    /// In FTS5's syntax.
    let phrase: String
    /// The number of messages that have it; an estimate if there are many.
    let frequency: Double
}

/// Messages that become candidates of a search: those with certain words.
struct FullTextSelection {
    /// Whose messages are candidates; those with any word of the query if empty.
    private var words: [FullTextWord] = []
    private var conjunction = ""
    /// All words of the query, which count for the score.
    private let all: [FullTextWord]

    /// Together they select every message that matches, if at most `candidates` do. Otherwise all with the rare words, some
    /// with all of the common words or the two rarest of these, and some with any word.
    static func selections(of words: [FullTextWord], candidates: Int) -> [FullTextSelection] {
        let sorted = words.sorted { ($0.frequency, $0.phrase) < ($1.frequency, $1.phrase) }
        var room = Double(candidates)
        let rare = sorted.prefix { word in
            room -= word.frequency
            return room >= 0
        }
        let common = Array(sorted.dropFirst(rare.count))
        let any = FullTextSelection(all: words)
        guard !common.isEmpty else { return [any] }
        var selections: [FullTextSelection] = []
        if !rare.isEmpty { selections.append(FullTextSelection(words: Array(rare), conjunction: " OR ", all: words)) }
        for count in Set([common.count, 2]).sorted(by: >) where count > 1 && count <= common.count {
            selections.append(
                FullTextSelection(words: Array(common.prefix(count)), conjunction: " AND ", all: words)
            )
        }
        return selections + [any]
    }

    private init(words: [FullTextWord] = [], conjunction: String = "", all: [FullTextWord]) {
        (self.words, self.conjunction, self.all) = (words, conjunction, all)
    }

    /// Words that select come first and aren't scored: they're among all words, too.
    var expression: String {
        let any = "(\(all.map(\.phrase).joined(separator: " OR ")))"
        return words.isEmpty ? any : "(\(words.map(\.phrase).joined(separator: conjunction))) AND \(any)"
    }

    var frequencies: SQLTextFrequencies { SQLTextFrequencies(words.map { _ in 0 } + all.map(\.frequency)) }
}

import Storage

/// Messages that become candidates of a search: those with certain words.
enum FullTextSelection {
    /// Together they select every message that matches, if at most `candidates` do. Otherwise all with the rare words, some
    /// with all of the common words or the two rarest of these, and some with any word.
    static func selections(of words: [FullTextWord], candidates: Int) -> [FullTextQuery.Requirement] {
        let sorted = words.sorted { ($0.frequency, $0.text) < ($1.frequency, $1.text) }
        var room = Double(candidates)
        let rare = sorted.prefix { word in
            room -= word.frequency
            return room >= 0
        }
        let common = Array(sorted.dropFirst(rare.count))
        guard !common.isEmpty else { return [.none] }
        var selections: [FullTextQuery.Requirement] = []
        if !rare.isEmpty { selections.append(.any(rare.map(\.text))) }
        for count in Set([common.count, 2]).sorted(by: >) where count > 1 && count <= common.count {
            selections.append(.all(common.prefix(count).map(\.text)))
        }
        return selections + [.none]
    }
}

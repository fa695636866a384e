/// An entry that a search found.
public struct Match: Sendable, Hashable {
    public let entry: EntryKey
    public let partition: PartitionKey
    /// The cosine of query and vector: −1 to 1, up to rounding.
    public let score: Float

    public init(entry: EntryKey, partition: PartitionKey, score: Float) {
        self.entry = entry
        self.partition = partition
        self.score = score
    }

    /// Best first. Ties are ordered by entry, then by partition.
    static func ranksBefore(_ a: Match, _ b: Match) -> Bool {
        if a.score != b.score { return a.score > b.score }
        return (a.entry, a.partition) < (b.entry, b.partition)
    }

    /// The first `limit` of matches that are in order.
    /// - Parameter ties: how many more are kept as long as they tie with the last one.
    static func best(_ limit: Int, of matches: [Match], ties: Int) -> [Match] {
        guard matches.count > limit else { return matches }
        guard ties > 0, let last = matches.prefix(limit).last else { return Array(matches.prefix(limit)) }
        let tied = matches.dropFirst(limit).prefix(ties).prefix { $0.score == last.score }
        return Array(matches[..<tied.endIndex])
    }
}

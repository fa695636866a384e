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
}

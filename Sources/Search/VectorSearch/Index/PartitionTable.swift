/// All partitions as readers see them: immutable, shared and replaced as a whole.
///
/// It is split into shards, so that a change copies one shard and the list of shards instead of everything.
struct PartitionTable: Sendable {
    private static let shardCount = 128

    private var shards: [[PartitionKey: PartitionView]] = Array(repeating: [:], count: shardCount)

    subscript(key: PartitionKey) -> PartitionView? {
        get { shards[Self.shard(of: key)][key] }
        set { shards[Self.shard(of: key)][key] = newValue }
    }

    func forEach(_ body: (PartitionKey, PartitionView) -> Void) {
        for shard in shards {
            for (key, view) in shard { body(key, view) }
        }
    }

    /// The top bits of the product with 2⁶⁴ / the golden ratio (Knuth's multiplicative hashing).
    private static func shard(of key: PartitionKey) -> Int {
        Int(((key.high &+ key.low) &* 0x9E37_79B9_7F4A_7C15) >> 57)
    }
}

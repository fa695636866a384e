@testable import VectorSearch

/// The same index in the plainest way: dictionaries, doubles, and a full sort.
struct NaiveIndex {
    private(set) var partitions: [PartitionKey: [EntryKey: [Float]]] = [:]

    mutating func set(_ vector: [Float], for entry: EntryKey, in partition: PartitionKey) {
        partitions[partition, default: [:]][entry] = vector
    }

    mutating func remove(_ entry: EntryKey, from partition: PartitionKey) {
        partitions[partition]?[entry] = nil
        if partitions[partition]?.isEmpty == true { partitions[partition] = nil }
    }

    mutating func removePartition(_ partition: PartitionKey) {
        partitions[partition] = nil
    }

    func search(query: [Float], in keys: Set<PartitionKey>, limit: Int) -> [(match: Match, cosine: Double)] {
        var found: [(match: Match, cosine: Double)] = []
        for key in keys {
            for (entry, vector) in partitions[key] ?? [:] {
                let cosine = Self.cosine(query, vector)
                found.append((Match(entry: entry, partition: key, score: Float(cosine)), cosine))
            }
        }
        return Array(found.sorted { $0.cosine > $1.cosine }.prefix(limit))
    }

    static func cosine(_ a: [Float], _ b: [Float]) -> Double {
        let dot = zip(a, b).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
        return dot / (length(a) * length(b))
    }

    private static func length(_ a: [Float]) -> Double {
        a.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
    }
}

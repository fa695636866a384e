import TestSupport
import Testing

@testable import VectorSearch

/// Entries with several vectors, such as the windows of a long text.
@Suite struct SeveralVectorsTests {
    /// Random changes against a full sort over the nearest vector of each entry.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func anEntryIsFoundOnceByItsNearest(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let index = PartitionedIndex(dimension: 5, rowsPerChunk: 16)
        var model: [PartitionKey: [EntryKey: [[Float]]]] = [:]
        for _ in 0..<600 {
            let (key, name) = (
                partition(Int.random(in: 0..<3, using: &generator)), entry(Int.random(in: 0..<40, using: &generator))
            )
            if Int.random(in: 0..<4, using: &generator) == 0 {
                #expect(index.remove(name, from: key) == (model[key]?.removeValue(forKey: name) != nil))
            } else {
                let vectors = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                    (0..<5).map { _ in Float.random(in: -1...1, using: &generator) }
                }
                try index.set(vectors, for: name, in: key)
                model[key, default: [:]][name] = vectors
            }
            let query = (0..<5).map { _ in Float.random(in: -1...1, using: &generator) }
            let keys = [partition(0), partition(2)]
            let expected = keys.flatMap { key in
                (model[key] ?? [:]).map { name, vectors in
                    (key, name, vectors.map { NaiveIndex.cosine(query, $0) }.max() ?? 0)
                }
            }.sorted { $0.2 > $1.2 }.prefix(7)
            for precision in Precision.allCases {
                let found = try index.search(query: query, in: keys, limit: 7, precision: precision)
                #expect(found.map(\.entry) == expected.map(\.1))
                #expect(zip(found, expected).allSatisfy { abs(Double($0.score) - $1.2) < 1e-5 })
            }
            let stored = (0..<40).map { entry($0) }.filter { !index.vectors(for: $0, in: partition(0)).isEmpty }
            #expect(Set(stored) == Set((model[partition(0)] ?? [:]).keys))
        }
        #expect(index.count == model.values.reduce(0) { $0 + $1.count })
    }

    @Test func anEntryHasAVector() {
        let index = PartitionedIndex(dimension: 5)
        #expect(throws: VectorError.empty) { try index.set([[Float]](), for: entry(1), in: partition(1)) }
    }
}

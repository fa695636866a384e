import TestSupport
import Testing

@testable import VectorSearch

/// Any sequence of writes leaves the index as a naive implementation would have it.
@Suite struct RandomSequenceTests {
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64], [3, 17, 384])
    func equalsTheNaiveIndex(seed: UInt64, dimension: Int) throws {
        var generator = SeededRandom(seed: seed)
        let index = PartitionedIndex(dimension: dimension, rowsPerChunk: Int.random(in: 1...9, using: &generator))
        var naive = NaiveIndex()
        for step in 0..<400 {
            let key = partition(Int.random(in: 0..<4, using: &generator))
            let number = entry(Int.random(in: 0..<40, using: &generator))
            switch Int.random(in: 0..<20, using: &generator) {
            case 0:
                #expect(index.removePartition(key) == (naive.partitions[key] != nil))
                naive.removePartition(key)
            case 1...6:
                #expect(index.remove(number, from: key) == (naive.partitions[key]?[number] != nil))
                naive.remove(number, from: key)
            default:
                let vector = Self.vector(dimension, &generator)
                #expect(try index.set(vector, for: number, in: key) == (naive.partitions[key]?[number] == nil))
                naive.set(vector, for: number, in: key)
            }
            if step.isMultiple(of: 20) { try compare(index, naive, &generator) }
        }
        try compare(index, naive, &generator)
    }

    private func compare(_ index: PartitionedIndex, _ naive: NaiveIndex, _ generator: inout SeededRandom) throws {
        #expect(index.count == naive.partitions.values.reduce(0) { $0 + $1.count })
        let query = Self.vector(index.dimension, &generator)
        let keys = Set((0..<5).map(partition).filter { _ in Bool.random(using: &generator) })
        let limit = Int.random(in: 1...50, using: &generator)
        let precision = Bool.random(using: &generator) ? Precision.int8 : .float32
        let found = try index.search(query: query, in: keys, limit: limit, precision: precision)
        let expected = naive.search(query: query, in: keys, limit: limit)
        #expect(found.count == expected.count)
        #expect(Set(found.map { [$0.partition.high, $0.entry.low] }).count == found.count)
        for (match, other) in zip(found, expected) {
            // The ranks agree in score; which of two nearly equal vectors comes first may differ.
            #expect(abs(Double(match.score) - other.cosine) < 1e-5)
            let vector = try #require(naive.partitions[match.partition]?[match.entry])
            #expect(abs(Double(match.score) - NaiveIndex.cosine(query, vector)) < 1e-5)
        }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score })
    }

    private static func vector(_ dimension: Int, _ generator: inout SeededRandom) -> [Float] {
        (0..<dimension).map { _ in Float.random(in: -1...1, using: &generator) }
    }
}

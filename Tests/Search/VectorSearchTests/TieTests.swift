import TestSupport
import Testing

@testable import VectorSearch

/// Chats are full of the same short texts, so equal vectors are the rule, not the exception.
@Suite struct TieTests {
    /// Numbers whose products don't add up without rounding, so that the order of addition shows.
    private static func vector(seed: UInt64) -> [Float] {
        var generator = SeededRandom(seed: seed)
        return (0..<384).map { _ in Float.random(in: -1...1, using: &generator) }
    }

    @Test(arguments: [1, 5, 100]) func equalVectorsRankByEntryWhateverTheirPlace(limit: Int) throws {
        let index = PartitionedIndex(dimension: 384, rowsPerChunk: 37)
        var generator = SeededRandom(seed: 11)
        let same = Self.vector(seed: 1)
        let numbers = Array(0..<500).shuffled(using: &generator)
        for number in numbers {
            // Others between them, so that the equal ones stand at rows of all kinds.
            try index.set(same, for: entry(number), in: partition(number % 3))
            try index.set(Self.vector(seed: UInt64(number + 10)), for: entry(number + 1000), in: partition(number % 3))
        }
        let matches = try index.search(query: Self.vector(seed: 2), in: (0..<3).map(partition), limit: 5000)
        let ties = matches.filter { $0.entry < entry(1000) }
        #expect(ties.map(\.entry) == (0..<500).map(entry))
        #expect(Set(ties.map(\.score)).count == 1)
        let best = try index.search(query: same, in: (0..<3).map(partition), limit: limit)
        #expect(best.map(\.entry) == (0..<limit).map(entry))
    }

    @Test(arguments: [1, 2]) func asManyTiesAsRequestedFollow(vectors: Int) throws {
        let index = PartitionedIndex(dimension: 384, rowsPerChunk: 37)
        let same = Self.vector(seed: 1)
        let both = Array([same, Self.vector(seed: 3)].prefix(vectors))
        for number in 0..<20 { try index.set(both, for: entry(number), in: partition(number % 3)) }
        for number in 20..<40 { try index.set(Self.vector(seed: UInt64(number)), for: entry(number), in: partition(0)) }
        func count(_ limit: Int, ties: Int) throws -> Int {
            try index.search(query: same, in: (0..<3).map(partition), limit: limit, ties: ties).count
        }
        #expect(try count(5, ties: 0) == 5)
        #expect(try count(5, ties: 7) == 12)
        #expect(try count(5, ties: 50) == 20)
        #expect(try count(20, ties: 50) == 20)
        #expect(try count(21, ties: 50) == 21)
    }

    @Test func oneEntryInSeveralPartitionsRanksByPartition() throws {
        let index = PartitionedIndex(dimension: 2)
        for number in [3, 1, 2] { try index.set([1, 0], for: entry(1), in: partition(number)) }
        let matches = try index.search(query: [1, 0], in: [partition(2), partition(3), partition(1)], limit: 2)
        #expect(matches.map(\.partition) == [partition(1), partition(2)])
    }
}

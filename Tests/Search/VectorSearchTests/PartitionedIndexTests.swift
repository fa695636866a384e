import Testing

@testable import VectorSearch

@Suite struct PartitionedIndexTests {
    let index = PartitionedIndex(dimension: 2)

    @Test func findsTheClosestFirst() throws {
        try index.set([1, 0], for: entry(1), in: partition(1))
        try index.set([0, 1], for: entry(2), in: partition(1))
        try index.set([1, 1], for: entry(3), in: partition(1))
        let matches = try index.search(query: [2, 0.1], in: [partition(1)], limit: 2)
        #expect(matches.map(\.entry) == [entry(1), entry(3)])
        #expect(abs(matches[0].score - 0.998752) < 1e-5)
    }

    @Test func scoresAreCosinesWhateverTheLengths() throws {
        try index.set([3e20, 0], for: entry(1), in: partition(1))
        try index.set([1e-30, 1e-30], for: entry(2), in: partition(1))
        let matches = try index.search(query: [1e-20, 0], in: [partition(1)], limit: 2)
        #expect(matches.map(\.entry) == [entry(1), entry(2)])
        #expect(matches[0].score == 1)
        #expect(abs(matches[1].score - Float(0.5).squareRoot()) < 1e-6)
    }

    @Test func readsOnlyTheNamedPartitions() throws {
        try index.set([1, 0], for: entry(1), in: partition(1))
        try index.set([1, 0], for: entry(2), in: partition(2))
        let matches = try index.search(query: [1, 0], in: [partition(2), partition(3), partition(2)], limit: 9)
        #expect(matches == [Match(entry: entry(2), partition: partition(2), score: 1)])
    }

    @Test func anEntryHasOneVectorPerPartition() throws {
        #expect(try index.set([1, 0], for: entry(1), in: partition(1)))
        #expect(try !index.set([0, 1], for: entry(1), in: partition(1)))
        #expect(try index.set([1, 0], for: entry(1), in: partition(2)))
        #expect(index.count == 2)
        #expect(index.count(in: partition(1)) == 1)
        #expect(index.vectors(for: entry(1), in: partition(1)).first == [0, 1])
        let matches = try index.search(query: [1, 0], in: [partition(1), partition(2)], limit: 9)
        #expect(matches.map(\.partition) == [partition(2), partition(1)])
    }

    @Test func whatIsRemovedIsGone() throws {
        for number in 1...3 { try index.set([1, Float(number)], for: entry(number), in: partition(1)) }
        #expect(index.remove(entry(1), from: partition(1)))
        #expect(!index.remove(entry(1), from: partition(1)))
        #expect(!index.remove(entry(2), from: partition(2)))
        #expect(index.vectors(for: entry(1), in: partition(1)).first == nil)
        #expect(!index.contains(entry(1), in: partition(1)))
        #expect(index.contains(entry(3), in: partition(1)))
        let matches = try index.search(query: [1, 0], in: [partition(1)], limit: 9)
        #expect(matches.map(\.entry) == [entry(2), entry(3)])
        #expect(index.removePartition(partition(1)))
        #expect(!index.removePartition(partition(1)))
        #expect(index.count == 0)
        #expect(try index.search(query: [1, 0], in: [partition(1)], limit: 9).isEmpty)
    }

    @Test func aFilterLeavesRoomForOthers() throws {
        for number in 1...9 { try index.set([1, Float(number)], for: entry(number), in: partition(1)) }
        let matches = try index.search(query: [1, 0], in: [partition(1)], limit: 2) { $0.low.isMultiple(of: 3) }
        #expect(matches.map(\.entry) == [entry(3), entry(6)])
    }

    @Test(arguments: [0, -1, Int.min]) func noLimitNoMatches(limit: Int) throws {
        try index.set([1, 0], for: entry(1), in: partition(1))
        #expect(try index.search(query: [1, 0], in: [partition(1)], limit: limit).isEmpty)
        try index.set([[1, 0], [0, 1]], for: entry(2), in: partition(1))
        #expect(try index.search(query: [1, 0], in: [partition(1)], limit: limit).isEmpty)
    }

    @Test func anyLimitIsFine() throws {
        try index.set([1, 0], for: entry(1), in: partition(1))
        #expect(try index.search(query: [1, 0], in: [partition(1)], limit: .max).count == 1)
    }

    @Test(
        arguments: [
            ([1], VectorError.wrongDimension(found: 1, expected: 2)),
            ([], .wrongDimension(found: 0, expected: 2)),
            ([1, 2, 3], .wrongDimension(found: 3, expected: 2)),
            ([.nan, 1], .notFinite),
            ([1, .infinity], .notFinite),
            ([-.infinity, .infinity], .notFinite),
            ([0, 0], .zero),
            ([0, -0.0], .zero),
        ] as [([Float], VectorError)]
    )
    func refusesVectorsWithoutADirection(vector: [Float], error: VectorError) throws {
        #expect(throws: error) { try index.set(vector, for: entry(1), in: partition(1)) }
        #expect(throws: error) { try index.search(query: vector, in: [partition(1)], limit: 1) }
        #expect(index.count == 0)
    }

    @Test func everythingCanBeForgotten() throws {
        try index.set([1, 0], for: entry(1), in: partition(1))
        index.removeAll()
        #expect(index.count == 0)
    }
}

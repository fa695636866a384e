import Testing

@testable import Embedding

@Suite struct TokenBatchTests {
    private func batches(_ lengths: [Int], _ maximum: Int) -> [[Int]] {
        TokenBatch.batches(of: lengths.map { [Int32](repeating: 1, count: $0) }, maximumTokens: maximum)
            .map { $0.texts.map(\.count) }
    }

    @Test func fillsBatchesInOrder() {
        #expect(batches([], 10) == [])
        #expect(batches([3, 3, 4, 1, 9, 2], 10) == [[3, 3, 4], [1, 9], [2]])
        #expect(batches([12, 1, 12], 10) == [[12], [1], [12]])
    }

    @Test func knowsWhereEachTextStands() {
        var batch = TokenBatch()
        batch.append([5, 6])
        batch.append([7])
        #expect(batch.ids == [5, 6, 7])
        #expect(batch.texts == [0..<2, 2..<3])
    }
}

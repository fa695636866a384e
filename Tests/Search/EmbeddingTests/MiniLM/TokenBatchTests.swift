import Testing

@testable import Embedding

@Suite struct TokenBatchTests {
    private func batches(_ lengths: [Int], _ maximum: Int) -> [[Int]] {
        TokenBatch.batches(of: lengths.map { [Int32](repeating: 1, count: $0) }, maxTokens: maximum)
            .map { $0.texts.map(\.count) }
    }

    @Test func fillsBatchesFromShortToLong() {
        #expect(batches([], 10) == [])
        #expect(batches([3, 3, 4, 1, 9, 2], 10) == [[1, 2, 3, 3], [4], [9]])
        #expect(batches([12, 1, 12], 10) == [[1], [12], [12]])
    }

    @Test func remembersWhereEachTextCameFrom() {
        let batches = TokenBatch.batches(of: [[5, 6, 7], [8], [9, 9]], maxTokens: 3)
        #expect(batches.map(\.ids) == [[8, 9, 9], [5, 6, 7]])
        #expect(batches.map(\.places) == [[1, 2], [0]])
        #expect(batches[0].texts == [0..<1, 1..<3])
    }
}

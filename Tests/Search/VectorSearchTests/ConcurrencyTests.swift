import TestSupport
import Testing

@testable import VectorSearch

@Suite struct ConcurrencyTests {
    /// Every entry's vector says its own number, so a torn read would give an entry another one's score.
    private static func vector(_ number: Int) -> [Float] {
        var vector = [Float](repeating: 0, count: 64)
        vector[number % 64] = 1
        return vector
    }

    @Test func searchesSeeWholeVectorsWhileWritersWork() async throws {
        let index = PartitionedIndex(dimension: 64, rowsPerChunk: 8)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    var generator = SeededRandom(seed: UInt64(writer))
                    for _ in 0..<2000 {
                        let number = Int.random(in: 0..<256, using: &generator)
                        if Bool.random(using: &generator) {
                            try index.set(Self.vector(number), for: entry(number), in: partition(number % 2))
                        } else {
                            index.remove(entry(number), from: partition(number % 2))
                        }
                    }
                }
            }
            for reader in 0..<4 {
                group.addTask {
                    for step in 0..<300 {
                        let number = (step * 7 + reader) % 64
                        let matches = try index.search(
                            query: Self.vector(number),
                            in: [partition(0), partition(1)],
                            limit: 16
                        )
                        for match in matches {
                            #expect(match.score == (Int(match.entry.low) % 64 == number ? 1 : 0))
                        }
                        #expect(Set(matches.map(\.entry)).count == matches.count)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

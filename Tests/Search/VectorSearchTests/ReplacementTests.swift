import CVectorKernels
import TestSupport
import Testing

@testable import VectorSearch

/// A replacement is one event for readers, and what it leaves behind doesn't pile up.
@Suite struct ReplacementTests {
    @Test func readersAlwaysSeeEveryEntryOnce() async throws {
        let index = PartitionedIndex(dimension: 8, rowsPerChunk: 24)
        func vector(_ sign: Float, _ number: Int) -> [Float] {
            var vector = [Float](repeating: 0, count: 8)
            vector[number % 8] = sign
            return vector
        }
        for number in 0..<100 { try index.set(vector(1, number), for: entry(number), in: partition(number % 2)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<2 {
                group.addTask {
                    var generator = SeededRandom(seed: UInt64(writer))
                    for _ in 0..<4000 {
                        let number = Int.random(in: 0..<100, using: &generator)
                        try index.set(
                            vector(Bool.random(using: &generator) ? 1 : -1, number),
                            for: entry(number),
                            in: partition(number % 2)
                        )
                    }
                }
            }
            for reader in 0..<2 {
                group.addTask {
                    for step in 0..<400 {
                        let precision = Precision.allCases[step % 2]
                        let axis = (step + reader) % 8
                        let query = vector(1, axis)
                        let matches = try index.search(query: query, limit: 1000, precision: precision)
                        #expect(matches.count == 100)
                        #expect(Set(matches.map(\.entry)).count == 100)
                        #expect(matches.allSatisfy { (abs($0.score) == 1) == (Int($0.entry.low) % 8 == axis) })
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(index.count == 100)
    }

    @Test func aSnapshotIsImmutable() throws {
        let index = PartitionedIndex(dimension: 4, rowsPerChunk: 16)
        for number in 0..<40 { try index.set([1, Float(number), 0, 0], for: entry(number), in: partition(1)) }
        let snapshot = SearchSnapshot(index.published)
        func found() -> [Match] {
            Scan(
                snapshot: snapshot,
                dimension: 4,
                limit: 100,
                ties: 0,
                precision: .int8,
                isIncluded: nil,
                kernels: .best,
                rowsPerThread: .max
            ).matches([1, 0, 0, 0])[0]
        }
        let before = found()
        #expect(before.count == 40)
        for number in 0..<40 where number % 3 != 0 { index.remove(entry(number), from: partition(1)) }
        for number in 30..<90 { try index.set([0, 0, 1, Float(number)], for: entry(number), in: partition(1)) }
        #expect(found() == before)
        index.removePartition(partition(1))
        #expect(found() == before)
        #expect(index.count == 0)
    }

    @Test func deletedRowsAreCompacted() throws {
        var generator = SeededRandom(seed: 3)
        var partition = Partition(dimension: 4, rowsPerChunk: 64)
        for _ in 0..<20_000 {
            let number = Int.random(in: 0..<200, using: &generator)
            let vector = try UnitVector((0..<4).map { _ in Float.random(in: 0.1...1, using: &generator) }, dimension: 4)
            if Int.random(in: 0..<3, using: &generator) == 0 {
                _ = partition.remove(entry(number))
            } else {
                _ = partition.set([vector], for: entry(number))
            }
        }
        #expect(rows(partition) < partition.count * 3 / 2 + 64)
        #expect(partition.view.chunkCount < 12)
    }

    @Test func theClockStartsAgainAtItsEnd() throws {
        var partition = Partition(dimension: 2, rowsPerChunk: 16, clock: .max - 50)
        for step in 0..<200 {
            _ = partition.set([try UnitVector([1, Float(step)], dimension: 2)], for: entry(step % 40))
            if step % 3 == 0 { _ = partition.remove(entry((step + 7) % 40)) }
            #expect(live(partition) == partition.count)
        }
        #expect(partition.contains(entry(39)))
    }

    private func rows(_ partition: Partition) -> Int {
        var spans: [vk_span] = []
        partition.view.append(to: &spans)
        return spans.reduce(0) { $0 + Int($1.count) }
    }

    /// Rows that a reader sees now.
    private func live(_ partition: Partition) -> Int {
        var spans: [vk_span] = []
        partition.view.append(to: &spans)
        return spans.reduce(0) { sum, span in
            sum + (0..<Int(span.count)).count { span.deleted_at[$0] == 0 || span.deleted_at[$0] > span.clock }
        }
    }
}

import CVectorKernels
import Foundation
import Testing

@testable import VectorSearch

@Suite struct IndexFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "vectors-\(UUID())")

    private func inFolder(_ body: (String) throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "index").path())
    }

    /// Partitions of one row, of some, and of several chunks; with replaced and removed rows.
    private func filled() throws -> PartitionedIndex {
        var generator = SeededGenerator(seed: 31)
        let index = PartitionedIndex(dimension: 6, rowsPerChunk: 40)
        for number in 0..<400 {
            let vector = (0..<6).map { _ in Float.random(in: -1...1, using: &generator) }
            let size = Int.random(in: 0..<5, using: &generator)
            try index.set(vector, for: entry(number % 300), in: partition(number == 0 ? 9 : size < 3 ? 1 : size))
        }
        for number in 100..<140 { index.remove(entry(number), from: partition(1)) }
        return index
    }

    private func answers(_ index: PartitionedIndex) throws -> [Match] {
        try index.search(query: [1, -0.5, 0.2, 0.1, -0.9, 0.3], limit: 1000)
    }

    @Test func whatIsSavedComesBack() throws {
        try inFolder { path in
            let index = try filled()
            try index.save(to: path, stamp: 77)
            let other = PartitionedIndex(dimension: 6, rowsPerChunk: 32)
            let restored = try other.restore(from: path)
            #expect(restored == RestoredIndex(stamp: 77, vectors: index.count, damaged: []))
            #expect(try answers(other) == answers(index))
            #expect(other.count == index.count)
            // It's an index like any other.
            try other.set([1, 0, 0, 0, 0, 0], for: entry(1), in: partition(9))
            #expect(other.remove(entry(50), from: partition(1)) == index.contains(entry(50), in: partition(1)))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()).count == 1)
        }
    }

    @Test func anEmptyIndexIsAFileToo() throws {
        try inFolder { path in
            try PartitionedIndex(dimension: 6).save(to: path, stamp: 1)
            let restored = try PartitionedIndex(dimension: 6).restore(from: path)
            #expect(restored == RestoredIndex(stamp: 1, vectors: 0, damaged: []))
        }
    }

    @Test func partitionsThatAreThereStay() throws {
        try inFolder { path in
            try filled().save(to: path, stamp: 1)
            let other = PartitionedIndex(dimension: 6)
            try other.set([1, 0, 0, 0, 0, 0], for: entry(999), in: partition(1))
            _ = try other.restore(from: path)
            #expect(other.count(in: partition(1)) == 1)
            #expect(other.count(in: partition(3)) > 1)
        }
    }

    @Test func anyFlippedByteIsNoticed() throws {
        try inFolder { path in
            let index = try filled()
            try index.save(to: path, stamp: 5)
            let good = try Data(contentsOf: URL(filePath: path))
            let expected = Set(try answers(index))
            var generator = SeededGenerator(seed: 32)
            for step in 0..<300 {
                var bad = good
                // The head's and the table's bytes, then any.
                let place =
                    step < 64
                    ? step : step < 130 ? good.count - step + 63 : Int.random(in: 0..<good.count, using: &generator)
                bad[place] ^= UInt8.random(in: 1...255, using: &generator)
                try bad.write(to: URL(filePath: path))
                let other = PartitionedIndex(dimension: 6)
                do {
                    let restored = try other.restore(from: path)
                    // Padding between partitions may be anything: nobody reads it.
                    #expect(!restored.damaged.isEmpty || restored.vectors == index.count)
                    let found = try answers(other)
                    #expect(expected.isSuperset(of: found))
                    #expect(found.allSatisfy { !restored.damaged.contains($0.partition) })
                } catch {
                    #expect(error as? IndexFileError == .damaged)
                    #expect(other.count == 0)
                }
            }
        }
    }

    @Test func aTornFileIsNoticed() throws {
        try inFolder { path in
            try filled().save(to: path, stamp: 5)
            let good = try Data(contentsOf: URL(filePath: path))
            for length in [0, 1, 63, 64, 65, 1000, good.count / 2, good.count - 1] {
                try good.prefix(length).write(to: URL(filePath: path))
                #expect(throws: IndexFileError.damaged) { try PartitionedIndex(dimension: 6).restore(from: path) }
            }
            try (good + Data([0])).write(to: URL(filePath: path))
            #expect(throws: IndexFileError.damaged) { try PartitionedIndex(dimension: 6).restore(from: path) }
        }
    }

    @Test func anotherModelsFileIsRefused() throws {
        try inFolder { path in
            try filled().save(to: path, stamp: 5)
            #expect(throws: IndexFileError.otherDimension(found: 6, expected: 7)) {
                try PartitionedIndex(dimension: 7).restore(from: path)
            }
            #expect(throws: IndexFileError.self) {
                try PartitionedIndex(dimension: 6).restore(from: path + "-not-there")
            }
        }
    }

    /// Values of the reference implementation.
    @Test(
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64)]
    )
    func theChecksumIsXXH64(text: String, expected: UInt64) {
        #expect(IndexFile.checksum(Array(text.utf8)) == expected)
    }
}

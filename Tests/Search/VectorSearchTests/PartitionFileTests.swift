import Foundation
import TestSupport
import Testing

@testable import VectorSearch

@Suite struct PartitionFileTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try body(folder.path + "/partition")
    }

    /// Several chunks, with replaced and removed rows, and entries of several vectors.
    private func filled() throws -> PartitionedIndex {
        var generator = SeededRandom(seed: 31)
        func vector() -> [Float] { (0..<6).map { _ in Float.random(in: -1...1, using: &generator) } }
        let index = PartitionedIndex(dimension: 6, rowsPerChunk: 40)
        for number in 0..<400 {
            let several = number.isMultiple(of: 7) ? [vector(), vector(), vector()] : [vector()]
            try index.set(several, for: entry(number % 300), in: partition(1))
        }
        for number in 100..<140 { index.remove(entry(number), from: partition(1)) }
        return index
    }

    private func answers(_ index: PartitionedIndex) throws -> [Match] {
        try index.search(query: [1, -0.5, 0.2, 0.1, -0.9, 0.3], limit: 1000)
    }

    @Test func whatIsWrittenComesBack() throws {
        try inFolder { path in
            let index = try filled()
            try #require(index.snapshot(partition(1))).write(to: path, stamp: 77)
            let other = PartitionedIndex(dimension: 6, rowsPerChunk: 32)
            let stored = try other.read(partition(1), from: path)
            #expect(stored.stamp == 77)
            #expect(stored.partition.count == index.count)
            #expect(stored.rows > index.count)
            #expect(other.count == 0, "reading alone changes nothing")
            other.replace([stored.partition])
            #expect(try answers(other) == answers(index))
            #expect(other.count == index.count)
            // It's an index like any other.
            try other.set([1, 0, 0, 0, 0, 0], for: entry(1), in: partition(1))
            #expect(other.remove(entry(50), from: partition(1)))
            let folder = URL(filePath: path).deletingLastPathComponent()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        }
    }

    /// Rows in a file are found with both precisions as before, also after the file was replaced and deleted, and changes
    /// come to them as to others.
    @Test(arguments: [1, 15, 16, 17, 47, 300]) func rowsInAFileAreFoundAsBefore(count: Int) throws {
        try inFolder { path in
            var generator = SeededRandom(seed: UInt64(count))
            func vector() -> [Float] { (0..<33).map { _ in Float.random(in: -1...1, using: &generator) } }
            let index = PartitionedIndex(dimension: 33, rowsPerChunk: 40)
            for number in 0..<count { try index.set(vector(), for: entry(number), in: partition(1)) }
            try #require(index.snapshot(partition(1))).write(to: path, stamp: 1)
            let mapped = PartitionedIndex(dimension: 33, rowsPerChunk: 40)
            mapped.replace([try mapped.read(partition(1), from: path).partition])
            try #require(index.snapshot(partition(1))).write(to: path, stamp: 2)
            try FileManager.default.removeItem(atPath: path)
            func compare() throws {
                let query = vector()
                for precision in Precision.allCases {
                    for limit in [1, 10, 400] {
                        let expected = try index.search(query: query, limit: limit, precision: precision)
                        #expect(try mapped.search(query: query, limit: limit, precision: precision) == expected)
                    }
                    let expected = try index.search(queries: [query, vector()], in: [partition(1)], limit: 9).first
                    #expect(try mapped.search(query: query, limit: 9, precision: precision) == expected)
                }
            }
            try compare()
            for number in 0..<count {
                #expect(
                    mapped.vectors(for: entry(number), in: partition(1))
                        == index.vectors(for: entry(number), in: partition(1))
                )
            }
            for round in 0..<count {
                let number = Int.random(in: 0..<count + 5, using: &generator)
                if round.isMultiple(of: 2) {
                    index.remove(entry(number), from: partition(1))
                    mapped.remove(entry(number), from: partition(1))
                } else {
                    let new = vector()
                    try index.set(new, for: entry(number), in: partition(1))
                    try mapped.set(new, for: entry(number), in: partition(1))
                }
                if round.isMultiple(of: 10) { try compare() }
            }
        }
    }

    /// The floats of a file take no memory of the process's own.
    @Test func floatsStayInTheFile() throws {
        try inFolder { path in
            var generator = SeededRandom(seed: 3)
            let index = PartitionedIndex(dimension: 384)
            for number in 0..<2000 {
                let vector = (0..<384).map { _ in Float.random(in: -1...1, using: &generator) }
                try index.set(vector, for: entry(number), in: partition(1))
            }
            try #require(index.snapshot(partition(1))).write(to: path, stamp: 1)
            let mapped = PartitionedIndex(dimension: 384)
            mapped.replace([try mapped.read(partition(1), from: path).partition])
            #expect(mapped.bytes(of: partition(1)) < 2000 * (384 + 40) + 64_000)
            #expect(index.bytes(of: partition(1)) > 2000 * 384 * 5)
        }
    }

    @Test func aSnapshotHasTheStateAtItsCreation() throws {
        try inFolder { path in
            let index = try filled()
            let before = try answers(index)
            let snapshot = try #require(index.snapshot(partition(1)))
            for number in 0..<300 { try index.set([1, 2, 3, 4, 5, 6], for: entry(number), in: partition(1)) }
            try snapshot.write(to: path, stamp: 1)
            let other = PartitionedIndex(dimension: 6)
            other.replace([try other.read(partition(1), from: path).partition])
            #expect(try answers(other) == before)
        }
    }

    @Test func replacingDiscardsTheOldPartition() throws {
        let index = try filled()
        var loader = index.loader(for: partition(1), rows: 2)
        try loader.append(entry(1), [3, 0, 0, 0, 0, 0])
        try loader.append(entry(1), [0, 1, 0, 0, 0, 0])
        try loader.append(entry(2), [0, 0, 1, 0, 0, 0])
        let loaded = loader.finish()
        loaded.remove(entry(2))
        try loaded.set([[0, 0, 0, 1, 0, 0]], for: entry(3))
        index.replace([loaded])
        #expect(index.count == 2)
        #expect(index.vectors(for: entry(1), in: partition(1)) == [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]])
        let found = try index.search(query: [0, 1, 0, 0, 0, 0], limit: 10)
        #expect(found.map(\.entry) == [entry(1), entry(3)])
    }

    @Test func anyFlippedByteIsNoticed() throws {
        try inFolder { path in
            let index = try filled()
            try #require(index.snapshot(partition(1))).write(to: path, stamp: 5)
            let good = try Data(contentsOf: URL(filePath: path))
            var generator = SeededRandom(seed: 32)
            for step in 0..<300 {
                var bad = good
                // All of the header's bytes, then any.
                let offset = step < 64 ? step : Int.random(in: 0..<good.count, using: &generator)
                bad[offset] ^= UInt8.random(in: 1...255, using: &generator)
                try bad.write(to: URL(filePath: path))
                #expect(throws: PartitionFileError.damaged) { try index.read(partition(1), from: path) }
            }
        }
    }

    @Test func aTornFileIsNoticed() throws {
        try inFolder { path in
            let index = try filled()
            try #require(index.snapshot(partition(1))).write(to: path, stamp: 5)
            let good = try Data(contentsOf: URL(filePath: path))
            for length in [0, 1, 63, 64, 65, 1000, good.count / 2, good.count - 1] {
                try good.prefix(length).write(to: URL(filePath: path))
                #expect(throws: PartitionFileError.damaged) { try index.read(partition(1), from: path) }
            }
            try (good + Data([0])).write(to: URL(filePath: path))
            #expect(throws: PartitionFileError.damaged) { try index.read(partition(1), from: path) }
        }
    }

    @Test func anotherModelsOrPartitionsFileIsRefused() throws {
        try inFolder { path in
            let index = try filled()
            try #require(index.snapshot(partition(1))).write(to: path, stamp: 5)
            #expect(throws: PartitionFileError.damaged) { try index.read(partition(2), from: path) }
            #expect(throws: PartitionFileError.otherDimension(found: 6, expected: 7)) {
                try PartitionedIndex(dimension: 7).read(partition(1), from: path)
            }
            #expect(throws: PartitionFileError.missing) { try index.read(partition(1), from: path + "-not-there") }
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
        #expect(PartitionFile.checksum(Array(text.utf8)) == expected)
    }
}

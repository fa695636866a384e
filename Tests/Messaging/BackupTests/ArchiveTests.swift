import Domain
import Foundation
import ServerHarness
import TestSupport
import Testing

@testable import Backup

/// The parser is total: whatever a file holds, there is a manifest that everything agrees with, or an error.
@Suite(.standardTimeLimit) struct ArchiveTests {
    @Test func comesBack() throws {
        try Self.inFolder { path in
            try ArchiveFixture.write(to: path)
            let manifest = try ArchiveReader(path).verify()
            #expect(manifest.entries.map(\.name) == ArchiveFixture.contents.map(\.0))
            #expect(manifest.bytes == 1703)
        }
    }

    /// Operators have tar.
    @Test func isATarArchive() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path + "/archive"
        try ArchiveFixture.write(to: path)
        let tar = try await ChildProcess.start("tar", ["tf", path])
        var names: [String] = []
        for await name in tar.lines { names.append(name) }
        #expect(await tar.exit() == .code(0))
        #expect(names.first == "spotter.db")
        #expect(names.suffix(2) == ["manifest.json", "manifest.sha256"])
    }

    @Test func everyTruncationIsNoticed() throws {
        try Self.inFolder { path in
            try ArchiveFixture.write(to: path)
            let bytes = try Data(contentsOf: URL(filePath: path))
            for length in stride(from: 0, to: bytes.count, by: 37) {
                try bytes.prefix(length).write(to: URL(filePath: path))
                #expect(throws: BackupError.self) { _ = try ArchiveReader(path).verify() }
            }
            try (bytes + [0]).write(to: URL(filePath: path))
            #expect(throws: BackupError.self) { _ = try ArchiveReader(path).verify() }
        }
    }

    @Test func everyFlippedBitIsNoticed() throws {
        try Self.inFolder { path in
            try ArchiveFixture.write(to: path)
            let bytes = try Data(contentsOf: URL(filePath: path))
            let file = try RawFile(writing: path, isNew: false)
            for index in bytes.indices {
                try file.write([bytes[index] ^ (1 << UInt8(index % 8))], at: Int64(index))
                #expect(throws: BackupError.self, "byte \(index)") { _ = try ArchiveReader(path).verify() }
                try file.write([bytes[index]], at: Int64(index))
            }
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func randomBytesAreAnError(seed: UInt64) throws {
        try Self.inFolder { path in
            try ArchiveFixture.write(to: path)
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            var random = SeededRandom(seed: seed)
            for _ in 0..<200 {
                var changed = bytes
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let at = Int.random(in: 0..<changed.count, using: &random)
                    let piece = random.bytes(Int.random(in: 1...600, using: &random))
                    changed.replaceSubrange(at..<min(changed.count, at + piece.count), with: piece)
                }
                try Data(changed).write(to: URL(filePath: path))
                #expect(throws: BackupError.self) { _ = try ArchiveReader(path).verify() }
            }
        }
    }

    @Test(arguments: [
        "../evil", "/etc/passwd", "media/../../evil", "keys/../evil", "keys/.hidden", "keys/a/b", "spotter.db-wal",
        "lock", "media/ab/short", "media/ab/" + String(repeating: "A", count: 64), "", "keys/", "keys/a\u{0}b",
        "README",
        "manifest.json", "settings/other.json", "keys/ä",
    ])
    func hostileNamesAreRefused(name: String) throws {
        try Self.inFolder { path in
            try ArchiveFixture.write(ArchiveFixture.contents + [(name, [1])], to: path)
            #expect(throws: BackupError.self) { _ = try ArchiveReader(path).verify() }
        }
    }

    /// Sizes beyond the end, up to the largest number, with a checksum that is right.
    @Test(arguments: [1000, 1 << 33, 1 << 40, Int64.max, Int64.max - 512])
    func hostileSizesAreRefused(size: Int64) throws {
        try Self.inFolder { path in
            let header = TarHeader(name: EntryName.database, size: size, time: 0)
            try Data(header.bytes + [UInt8](repeating: 0, count: 512)).write(to: URL(filePath: path))
            #expect(throws: BackupError.self) { _ = try ArchiveReader(path).verify() }
        }
    }

    @Test func aListThatTellsSomethingElseIsRefused() throws {
        try Self.inFolder { path in
            let changes: [(Manifest) -> Manifest] = [
                { ArchiveFixture.manifest(Array($0.entries.dropLast())) },
                { ArchiveFixture.manifest($0.entries.reversed()) },
                { ArchiveFixture.manifest($0.entries + [.init(name: "keys/b", size: 1, sha256: "00")]) },
                { ArchiveFixture.manifest($0.entries, version: 2) },
                { ArchiveFixture.manifest($0.entries, format: "other") },
            ]
            for change in changes {
                try ArchiveFixture.write(to: path, change: change)
                #expect(throws: BackupError.self) { _ = try ArchiveReader(path).verify() }
            }
            try ArchiveFixture.write(Array(ArchiveFixture.contents.dropFirst()), to: path)
            #expect(throws: BackupError.self, "no database") { _ = try ArchiveReader(path).verify() }
            try ArchiveFixture.write(ArchiveFixture.contents + [("keys/audit.key", [4])], to: path)
            #expect(throws: BackupError.self, "a name twice") { _ = try ArchiveReader(path).verify() }
        }
    }

    private static func inFolder(_ body: (String) throws -> Void) throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try body("\(folder.path)/a.tar")
    }
}

import Foundation
import TestSupport
import Testing

@testable import Embedding

@Suite struct ZipArchiveTests {
    let folder: TemporaryFolder
    /// Larger than the inflater's piece, and neither constant nor random.
    static let long = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 3 &* 7 ^ $0 >> 9) }

    init() throws {
        folder = TemporaryFolder()
    }

    private func open(_ bytes: [UInt8]) throws -> ZipArchive {
        try ZipArchive(path: folder.write(bytes, to: "archive.zip").path)
    }

    private func extract(_ name: String, of archive: ZipArchive) throws -> [UInt8] {
        try archive.extract(archive.entry(named: name), to: folder.url.appending(path: "out"))
        return try folder.content(of: "out")
    }

    @Test(arguments: [true, false], ["", "a comment"]) func readsWhatWasWritten(isDeflated: Bool, comment: String)
        throws
    {
        let archive = try open(
            ZipWriter.archive(
                [
                    .init(name: "a/long", content: Self.long, isDeflated: isDeflated),
                    .init(name: "empty", content: [], isDeflated: isDeflated),
                ],
                comment: comment
            )
        )
        #expect(archive.entries.map(\.name) == ["a/long", "empty"])
        #expect(try extract("a/long", of: archive) == Self.long)
        #expect(try extract("empty", of: archive) == [])
        #expect(throws: ArchiveError.missingEntry("long")) { try archive.entry(named: "long") }
    }

    @Test(arguments: [true, false]) func noticesDamage(isDeflated: Bool) throws {
        var bytes = try ZipWriter.archive([.init(name: "a", content: Self.long, isDeflated: isDeflated)])
        bytes[1000] ^= 1
        let archive = try open(bytes)
        #expect(throws: ArchiveError.damagedEntry("a")) { try extract("a", of: archive) }
    }

    @Test(arguments: [0, 10, 699_999]) func stopsAtTheDeclaredSize(size: Int) throws {
        let archive = try open(ZipWriter.archive([.init(name: "a", content: Self.long, declaredSize: size)]))
        #expect(throws: ArchiveError.damagedEntry("a")) { try extract("a", of: archive) }
        let written = try folder.content(of: "out").count
        #expect(written <= size)
    }

    @Test func refusesWhatItCanNotRead() throws {
        let encrypted = try open(ZipWriter.archive([.init(name: "a", content: [1], flags: 1)]))
        #expect(throws: ArchiveError.unsupported("encryption")) { try extract("a", of: encrypted) }
        let other = try open(ZipWriter.archive([.init(name: "a", content: [1], method: 12)]))
        #expect(throws: ArchiveError.self) { try extract("a", of: other) }
        #expect(throws: ArchiveError.malformed("it is too short")) { try open([1, 2, 3]) }
        #expect(throws: ArchiveError.malformed("it has no directory")) { try open([UInt8](repeating: 80, count: 99)) }
        #expect(throws: ArchiveError.self) { try ZipArchive(path: folder.url.appending(path: "none").path) }
    }

    /// Whatever the bytes: an error, or content that its own checksum vouches for.
    @Test(arguments: 0..<6 as Range<UInt64>) func isTotal(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let content = Array(Self.long.prefix(300))
        let original = try ZipWriter.archive([
            .init(name: "a", content: content), .init(name: "b", content: content, isDeflated: false),
        ])
        for _ in 0..<300 {
            guard let archive = try? open(mutated(original, &generator) + [0]) else { continue }
            for entry in archive.entries {
                guard let extracted = try? extract(entry.name, of: archive) else { continue }
                #expect(extracted.count == entry.size)
            }
        }
    }
}

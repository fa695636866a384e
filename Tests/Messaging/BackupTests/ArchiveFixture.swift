import Crypto
import Domain
import Foundation
import TestSupport

@testable import Backup

/// A small archive, whole or made wrong on purpose.
enum ArchiveFixture {
    static let time = Timestamp(milliseconds: 1_790_000_000_000)
    static let photo = [UInt8](repeating: 7, count: 1000)
    static var photoHash: String { ArchiveWriter.hex(SHA256.hash(data: photo)) }
    static let contents: [(String, [UInt8])] = [
        (EntryName.database, [UInt8](repeating: 1, count: 700)), ("keys/audit.key", [1, 2, 3]),
        (EntryName.media(photoHash), photo),
    ]

    /// - Parameter change: makes the manifest tell something else.
    static func write(
        _ contents: [(String, [UInt8])] = contents,
        to path: String,
        change: (Manifest) -> Manifest = { $0 }
    ) throws {
        let file = try RawFile(writing: path, isNew: false)
        try file.truncate()
        var writer = ArchiveWriter(file, at: time)
        for (name, bytes) in contents { try writer.add(name, bytes) }
        try writer.finish(change(manifest(writer.entries)))
    }

    static func manifest(
        _ entries: [Manifest.Entry],
        schema: [String] = [],
        version: Int = 1,
        format: String = Manifest.format
    ) -> Manifest {
        var manifest = Manifest(
            serverVersion: "9.9.9",
            createdAt: time,
            schema: schema,
            counts: [:],
            entries: entries,
            missing: [],
            damaged: []
        )
        (manifest.version, manifest.format) = (version, format)
        return manifest
    }
}

import Crypto
import Domain
import FileIO
import Foundation

/// Writes the entries of a backup one after another.
struct ArchiveWriter {
    private let file: RawFile
    private let time: Int64
    private var offset: Int64 = 0
    private(set) var entries: [Manifest.Entry] = []

    init(_ file: RawFile, at time: Timestamp) {
        self.file = file
        self.time = max(0, time.milliseconds / 1000)
    }

    mutating func add(_ name: String, _ bytes: [UInt8]) throws {
        try begin(name, size: Int64(bytes.count))
        try append(bytes)
        try pad(Int64(bytes.count))
        entries.append(.init(name: name, size: Int64(bytes.count), sha256: Self.hex(SHA256.hash(data: bytes))))
    }

    /// Adds a file as long as it was when this was called.
    ///
    /// - Returns: the hash of what was written.
    mutating func add(_ name: String, _ source: RawFile, progress: (Int64) throws -> Void) throws -> String {
        let size = try source.size()
        try begin(name, size: size)
        var (hash, done) = (SHA256(), Int64(0))
        while done < size {
            let chunk = try source.read(at: done, count: Int(min(size - done, 256 << 10)))
            guard !chunk.isEmpty else { throw BackupError("\(source.path) has become shorter while it was read") }
            hash.update(data: chunk)
            try append(chunk)
            done += Int64(chunk.count)
            try progress(Int64(chunk.count))
        }
        try pad(size)
        let digest = Self.hex(hash.finalize())
        entries.append(.init(name: name, size: size, sha256: digest))
        return digest
    }

    /// Ends the archive with its manifest.
    mutating func finish(_ manifest: Manifest) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = Array(try encoder.encode(manifest))
        try add(EntryName.manifest, bytes)
        try add(EntryName.manifestDigest, Array(Self.hex(SHA256.hash(data: bytes)).utf8))
        try append(TarFormat.end)
    }

    private mutating func begin(_ name: String, size: Int64) throws {
        try append(TarHeader(name: name, size: size, time: time).bytes)
    }

    private mutating func pad(_ size: Int64) throws {
        try append(TarFormat.padding(after: size))
    }

    private mutating func append(_ bytes: [UInt8]) throws {
        try file.write(bytes, at: offset)
        offset += Int64(bytes.count)
    }

    static func hex(_ digest: SHA256.Digest) -> String { Hexadecimal.encode(digest) }
}

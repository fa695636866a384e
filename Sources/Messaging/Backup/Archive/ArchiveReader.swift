import Crypto
import Domain
import Foundation

/// Reads a backup. Total: whatever the file holds, the answer is a manifest that everything agrees with, or an error.
public struct ArchiveReader {
    /// Where the content of an entry stands.
    struct Location: Equatable {
        let entry: Manifest.Entry
        let offset: Int64
    }

    private static let maxManifestBytes: Int64 = 1 << 30
    private static let chunk = 256 << 10

    private let file: RawFile
    public let size: Int64

    public init(_ path: String) throws { try self.init(try RawFile(reading: path)) }

    init(_ file: RawFile) throws {
        self.file = file
        size = try file.size()
    }

    /// Reads everything once and compares it with the manifest.
    ///
    /// - Parameter progress: called with the number of bytes that were read, piece by piece.
    /// - Throws: `BackupError` if anything is missing, changed, or doesn't belong in a backup.
    public func verify(progress: (Int64) throws -> Void = { _ in }) throws -> Manifest { try check(progress).manifest }

    func check(_ progress: (Int64) throws -> Void = { _ in }) throws -> (manifest: Manifest, contents: [Location]) {
        var (offset, time): (Int64, Int64?) = (0, nil)
        var (names, found): (Set<String>, [Location]) = ([], [])
        while let header = try header(at: offset) {
            guard names.insert(header.name).inserted, header.time == time ?? header.time else {
                throw damaged("two entries contradict each other")
            }
            time = header.time
            let isEnd = found.last?.entry.name == EntryName.manifest
            let isKnown = isEnd ? header.name == EntryName.manifestDigest : header.name == EntryName.manifest
            guard isKnown || (!isEnd && EntryName.isContent(header.name)),
                found.last?.entry.name != EntryName.manifestDigest
            else { throw damaged("it holds an entry that no backup has") }
            offset += Int64(TarHeader.blockSize)
            // No overflow: a size is compared with what is left.
            guard header.size <= size - offset, header.padding <= size - offset - header.size else {
                throw damaged("it ends in the middle of \(header.name)")
            }
            let sha256 = try hash(offset..<offset + header.size, progress)
            let entry = Manifest.Entry(name: header.name, size: header.size, sha256: sha256)
            found.append(Location(entry: entry, offset: offset))
            offset += header.size
            guard try file.read(at: offset, count: Int(header.padding)).allSatisfy({ $0 == 0 }) else {
                throw damaged("there is something behind \(header.name)")
            }
            offset += header.padding
        }
        let end = try file.read(at: offset, count: 2 * TarHeader.blockSize)
        guard end.count == 2 * TarHeader.blockSize, end.allSatisfy({ $0 == 0 }), size == offset + Int64(end.count)
        else {
            throw damaged("its end is missing, or something follows it")
        }
        return try compare(found, time: time ?? 0)
    }

    /// Copies the content of an entry, which `check` has found, to a new file, durably.
    ///
    /// - Throws: `BackupError` if it has changed since.
    func extract(_ location: Location, to path: String, progress: (Int64) throws -> Void) throws {
        let target = try RawFile(writing: path, isNew: true)
        let (start, entry) = (location.offset, location.entry)
        let sha256 = try hash(start..<start + entry.size, progress) { bytes, offset in
            try target.write(bytes, at: offset - start)
        }
        guard sha256 == entry.sha256 else { throw damaged("\(entry.name) has changed while it was read") }
        try target.synchronize()
    }

    // MARK: Parts

    /// `nil` at the end.
    private func header(at offset: Int64) throws -> TarHeader? {
        let block = try file.read(at: offset, count: TarHeader.blockSize)
        guard block.count == TarHeader.blockSize else { throw damaged("it's cut short") }
        guard !block.allSatisfy({ $0 == 0 }) else { return nil }
        guard let header = TarHeader(block), header.size >= 0 else {
            throw damaged("at byte \(offset) there should be the beginning of a file")
        }
        return header
    }

    private func hash(
        _ range: Range<Int64>,
        _ progress: (Int64) throws -> Void,
        _ body: ([UInt8], Int64) throws -> Void = { _, _ in }
    ) throws -> String {
        var (hash, offset) = (SHA256(), range.lowerBound)
        while offset < range.upperBound {
            let chunk = try file.read(at: offset, count: Int(min(range.upperBound - offset, Int64(Self.chunk))))
            guard !chunk.isEmpty else { throw damaged("it has become shorter while it was read") }
            hash.update(data: chunk)
            try body(chunk, offset)
            offset += Int64(chunk.count)
            try progress(Int64(chunk.count))
        }
        return ArchiveWriter.hex(hash.finalize())
    }

    /// The manifest, if it's about exactly these entries.
    private func compare(_ found: [Location], time: Int64) throws -> (Manifest, [Location]) {
        guard found.count >= 2, let digest = found.last, digest.entry.name == EntryName.manifestDigest,
            digest.entry.size == 64, case let last = found[found.count - 2], last.entry.size <= Self.maxManifestBytes,
            try file.read(at: digest.offset, count: 64) == Array(last.entry.sha256.utf8)
        else { throw damaged("its list of contents is missing or damaged") }
        let bytes = try file.read(at: last.offset, count: Int(last.entry.size))
        guard let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(bytes)),
            manifest.format == Manifest.format
        else { throw damaged("its list of contents can't be read") }
        guard manifest.version == Manifest.version else {
            throw BackupError(
                "\(file.path) was made by a newer spotter (\(manifest.serverVersion)); upgrade spotter to restore it"
            )
        }
        let contents = Array(found.dropLast(2))
        guard manifest.entries == contents.map(\.entry), manifest.createdAt.milliseconds / 1000 == time,
            contents.contains(where: { $0.entry.name == EntryName.database })
        else { throw damaged("its contents aren't those of its list") }
        return (manifest, contents)
    }

    private func damaged(_ what: String) -> BackupError { .damaged(file.path, what) }
}

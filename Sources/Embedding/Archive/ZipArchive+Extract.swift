import CZlib
import Foundation

extension ZipArchive {
    /// Writes an entry's content to a new file at `url`, checked against its size and CRC-32. Blocks.
    func extract(_ entry: Entry, to url: URL) throws {
        guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
            throw UnreadableFile(path: url.path, reason: "can't be created")
        }
        let output = try FileHandle(forWritingTo: url)
        defer { try? output.close() }
        var written = 0
        var checksum = crc32(0, nil, 0)
        try decompress(entry) { bytes in
            written += bytes.count
            // A bomb must not fill the disk before it is found out.
            guard written <= entry.size else { throw ArchiveError.damagedEntry(entry.name) }
            checksum = crc32_z(checksum, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
            try output.write(contentsOf: bytes)
        }
        guard written == entry.size, Int(checksum) == entry.crc32 else { throw ArchiveError.damagedEntry(entry.name) }
    }

    private func decompress(_ entry: Entry, _ receive: (UnsafeRawBufferPointer) throws -> Void) throws {
        let bytes = try compressedBytes(of: entry)
        defer { withExtendedLifetime(self) {} }
        switch entry.method {
        case .stored: try receive(bytes)
        case .deflated:
            guard let inflater = Inflater() else { throw ArchiveError.damagedEntry(entry.name) }
            guard try inflater.inflate(bytes, receive) else { throw ArchiveError.damagedEntry(entry.name) }
        case nil: throw ArchiveError.unsupported("another compression than deflate")
        }
    }
}

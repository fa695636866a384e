/// The files in a ZIP archive, as its central directory lists them (PKWARE APPNOTE 6.3, without ZIP64,
/// encryption and multiple disks). Total: any bytes give entries or an error.
struct ZipArchive: Sendable {
    enum Method: Int, Sendable {
        case stored = 0
        case deflated = 8
    }

    struct Entry: Sendable {
        let name: String
        let method: Method?
        let isEncrypted: Bool
        let crc32: Int
        let compressedSize: Int
        let size: Int
        let headerOffset: Int
    }

    private static let endRecordSize = 22
    private static let maximumComment = 65_535

    let entries: [Entry]
    private let file: MappedFile

    init(path: String) throws(ArchiveError) {
        do {
            file = try MappedFile(path: path)
        } catch {
            throw .unreadable(error)
        }
        var reader = ByteReader(file.bytes, at: try Self.endRecord(in: file.bytes) + 4)
        let (disk, directoryDisk) = (try reader.uint16(), try reader.uint16())
        let (diskEntries, count) = (try reader.uint16(), try reader.uint16())
        _ = try reader.uint32()
        let offset = try reader.uint32()
        guard disk == 0, directoryDisk == 0, diskEntries == count else { throw .unsupported("several disks") }
        guard count != 0xFFFF, offset != 0xFFFF_FFFF else { throw .unsupported("ZIP64 records") }
        var directory = ByteReader(file.bytes, at: offset)
        var entries: [Entry] = []
        for _ in 0..<count { entries.append(try Self.entry(&directory)) }
        self.entries = entries
    }

    func entry(named name: String) throws(ArchiveError) -> Entry {
        guard let entry = entries.first(where: { $0.name == name }) else { throw .missingEntry(name) }
        return entry
    }

    /// An entry's bytes as they stand in the archive; valid for as long as `self`.
    func compressedBytes(of entry: Entry) throws(ArchiveError) -> UnsafeRawBufferPointer {
        guard !entry.isEncrypted else { throw .unsupported("encryption") }
        var reader = ByteReader(file.bytes, at: entry.headerOffset)
        guard try reader.uint32() == 0x0403_4B50 else { throw .damagedEntry(entry.name) }
        _ = try reader.take(22)
        let (nameLength, extraLength) = (try reader.uint16(), try reader.uint16())
        _ = try reader.take(nameLength + extraLength)
        return try reader.take(entry.compressedSize)
    }

    /// Where the end-of-directory record starts: it is the last one, before a comment of unknown length.
    private static func endRecord(in bytes: UnsafeRawBufferPointer) throws(ArchiveError) -> Int {
        let last = bytes.count - endRecordSize
        guard last >= 0 else { throw .malformed("it is too short") }
        for start in stride(from: last, through: max(0, last - maximumComment), by: -1) {
            var reader = ByteReader(bytes, at: start)
            if try reader.uint32() == 0x0605_4B50 { return start }
        }
        throw .malformed("it has no directory")
    }

    private static func entry(_ reader: inout ByteReader) throws(ArchiveError) -> Entry {
        guard try reader.uint32() == 0x0201_4B50 else { throw .malformed("its directory is damaged") }
        _ = try reader.take(4)
        let flags = try reader.uint16()
        let method = try reader.uint16()
        _ = try reader.take(4)
        let crc32 = try reader.uint32()
        let (compressedSize, size) = (try reader.uint32(), try reader.uint32())
        let (nameLength, extraLength, commentLength) = (try reader.uint16(), try reader.uint16(), try reader.uint16())
        _ = try reader.take(8)
        let headerOffset = try reader.uint32()
        let name = String(decoding: try reader.take(nameLength), as: UTF8.self)
        _ = try reader.take(extraLength + commentLength)
        guard compressedSize != 0xFFFF_FFFF, size != 0xFFFF_FFFF, headerOffset != 0xFFFF_FFFF else {
            throw .unsupported("ZIP64 records")
        }
        return Entry(
            name: name,
            method: Method(rawValue: method),
            isEncrypted: flags & 1 == 1,
            crc32: crc32,
            compressedSize: compressedSize,
            size: size,
            headerOffset: headerOffset
        )
    }
}

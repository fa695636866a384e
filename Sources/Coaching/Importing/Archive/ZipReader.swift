/// The structures of a zip archive (APPNOTE 6.3). Any bytes give a structure within them, or an error.
struct ZipReader {
    struct End {
        let position: Int
        let directory: Int
        let count: Int
    }

    struct Header {
        let flags: UInt16
        let method: UInt16
        let crc: UInt32
        let packedSize: UInt32
        let size: UInt32
        let name: [UInt8]
        let attributes: UInt32
        let offset: UInt32
    }

    static var damaged: ImportFailure { ZipArchive.refused("it is damaged or incomplete") }

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The record at the end, which says where the directory is.
    func end() throws(ImportFailure) -> End {
        let length = 22
        var position = bytes.count - length
        let lowest = max(0, position - 0xFFFF)
        while position >= lowest {
            // Its comment must reach to the end of the file, or the record may lie in the comment of another.
            if try word32(position) == 0x0605_4B50, try Int(word16(position + 20)) == bytes.count - position - length {
                return try end(at: position)
            }
            position -= 1
        }
        throw Self.damaged
    }

    private func end(at position: Int) throws(ImportFailure) -> End {
        let count = try word16(position + 10)
        let (size, directory) = (try word32(position + 12), try word32(position + 16))
        guard count != 0xFFFF, size != .max, directory != .max else {
            throw ZipArchive.refused("it is in the format for huge archives (zip64); pack fewer or smaller files")
        }
        guard try word32(position + 4) == 0, try word16(position + 8) == count else {
            throw ZipArchive.refused("it is one of several parts")
        }
        guard Int(directory) + Int(size) == position else { throw Self.damaged }
        guard Int(count) <= ZipArchive.maxFiles else {
            throw ZipArchive.refused("it holds more than \(ZipArchive.maxFiles) files")
        }
        return End(position: position, directory: Int(directory), count: Int(count))
    }

    /// A record of the directory, and where the next one begins.
    func header(at position: Int) throws(ImportFailure) -> (Header, next: Int) {
        guard try word32(position) == 0x0201_4B50 else { throw Self.damaged }
        let nameEnd = position + 46 + Int(try word16(position + 28))
        let next = nameEnd + Int(try word16(position + 30)) + Int(try word16(position + 32))
        guard next <= bytes.count else { throw Self.damaged }
        // The high half of the attributes is a mode only where the archive was made under Unix.
        let isUnix = [3, 19].contains(try word16(position + 4) >> 8)
        let header = Header(
            flags: try word16(position + 8),
            method: try word16(position + 10),
            crc: try word32(position + 16),
            packedSize: try word32(position + 20),
            size: try word32(position + 24),
            name: Array(bytes[(position + 46)..<nameEnd]),
            attributes: isUnix ? try word32(position + 38) : 0,
            offset: try word32(position + 42)
        )
        guard header.packedSize != .max, header.size != .max, header.offset != .max else {
            throw ZipArchive.refused("it is in the format for huge archives (zip64); pack fewer or smaller files")
        }
        return (header, next)
    }

    /// Where a file's content begins. What its own header says must agree with the directory.
    func dataStart(of header: Header, before end: Int) throws(ImportFailure) -> Int {
        let position = Int(header.offset)
        guard try word32(position) == 0x0403_4B50 else { throw Self.damaged }
        let nameEnd = position + 30 + Int(try word16(position + 26))
        let start = nameEnd + Int(try word16(position + 28))
        guard start + Int(header.packedSize) <= end, Array(bytes[(position + 30)..<nameEnd]) == header.name,
            try word16(position + 8) == header.method
        else { throw Self.damaged }
        return start
    }

    private func word16(_ position: Int) throws(ImportFailure) -> UInt16 {
        guard position >= 0, position <= bytes.count - 2 else { throw Self.damaged }
        return UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8
    }

    private func word32(_ position: Int) throws(ImportFailure) -> UInt32 {
        UInt32(try word16(position)) | UInt32(try word16(position + 2)) << 16
    }
}

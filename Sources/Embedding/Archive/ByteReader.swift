/// Little-endian numbers out of memory; every read is checked against the end.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position: Int

    init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
        self.bytes = bytes
        self.position = max(0, position)
    }

    mutating func uint16() throws(ArchiveError) -> Int {
        Int(UInt16(littleEndian: try load(UInt16.self)))
    }

    mutating func uint32() throws(ArchiveError) -> Int {
        Int(UInt32(littleEndian: try load(UInt32.self)))
    }

    mutating func take(_ count: Int) throws(ArchiveError) -> UnsafeRawBufferPointer {
        guard count >= 0, position <= bytes.count, count <= bytes.count - position else {
            throw .malformed("it ends too early")
        }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    }

    private mutating func load<T: BitwiseCopyable>(_ type: T.Type) throws(ArchiveError) -> T {
        try take(MemoryLayout<T>.size).loadUnaligned(as: type)
    }
}

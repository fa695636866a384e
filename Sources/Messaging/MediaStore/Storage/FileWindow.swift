/// Reads a file in small pieces from front to back, with few system calls.
struct FileWindow {
    private static let length = 64 << 10
    private let file: OpenFile
    private var start: Int64 = 0
    private var bytes: [UInt8] = []

    init(_ file: OpenFile) { self.file = file }

    /// Up to `count` bytes; fewer at the end of the file.
    mutating func read(at offset: Int64, count: Int) throws -> ArraySlice<UInt8> {
        if offset < start || offset + Int64(count) > start + Int64(bytes.count) {
            bytes = try file.read(at: offset, count: max(count, Self.length))
            start = offset
        }
        let first = Int(offset - start)
        return bytes[min(first, bytes.count)..<min(first + count, bytes.count)]
    }
}

extension OpenFile {
    /// Overwrites part of the file with one value.
    func fill(_ range: Range<Int64>, with byte: UInt8 = 0) throws {
        let block = [UInt8](repeating: byte, count: 64 << 10)
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = Int(min(range.upperBound - offset, Int64(block.count)))
            try write(count < block.count ? Array(block.prefix(count)) : block, at: offset)
            offset += Int64(count)
        }
    }
}

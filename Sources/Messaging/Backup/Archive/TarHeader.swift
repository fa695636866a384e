import FileIO

/// The header of one file in a tar archive, as POSIX ustar lays it out: `tar tf` lists a backup, `tar xf` unpacks it.
///
/// There is one spelling of each header, and only that is read: any flipped bit is noticed.
struct TarHeader: Equatable, Sendable {
    static let blockSize = TarFormat.blockSize
    private static let maxOctalSize: Int64 = 1 << 33

    var name: String
    var size: Int64
    /// Seconds since 1970; the same in all headers of a backup.
    var time: Int64

    /// The bytes that follow the content, up to a whole block.
    var padding: Int64 { (512 - size % 512) % 512 }

    var bytes: [UInt8] {
        TarFormat.block(Array(name.utf8), size: Self.number(size), modified: Self.number(time), type: "0")
    }

    init(name: String, size: Int64, time: Int64) {
        (self.name, self.size, self.time) = (name, size, time)
    }

    /// `nil` for anything that `bytes` doesn't write.
    init?(_ block: [UInt8]) {
        guard block.count == Self.blockSize,
            let name = String(validating: block[..<100].prefix { $0 != 0 }, as: UTF8.self),
            let size = Self.number(block[124..<136]), let time = Self.number(block[136..<148])
        else { return nil }
        self.init(name: name, size: size, time: time)
        guard bytes == block else { return nil }
    }

    /// Eleven octal digits; above 8 GB, which they can't hold, GNU's binary form.
    private static func number(_ value: Int64) -> [UInt8] {
        guard value >= maxOctalSize else { return TarFormat.octal(value, digits: 11) }
        return [0x80, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
        if field.first == 0x80 {
            let value = field.dropFirst(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int64(exactly: value)
        }
        return String(validating: field.dropLast(), as: UTF8.self).flatMap { Int64($0, radix: 8) }
    }
}

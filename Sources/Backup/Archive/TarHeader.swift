import Domain

/// The header of one file in a tar archive, as POSIX ustar lays it out: `tar tf` lists a backup, `tar xf` unpacks it.
///
/// There is one spelling of each header, and only that is read: any flipped bit is noticed.
struct TarHeader: Equatable, Sendable {
    static let blockSize = 512
    private static let maxOctalSize: Int64 = 1 << 33

    var name: String
    var size: Int64
    /// Seconds since 1970; the same in all headers of a backup.
    var time: Int64

    /// The bytes that follow the content, up to a whole block.
    var padding: Int64 { (512 - size % 512) % 512 }

    var bytes: [UInt8] {
        var block = [UInt8](repeating: 0, count: Self.blockSize)
        Self.put(Array(name.utf8.prefix(100)), at: 0, in: &block)
        Self.put(Array("0000600\u{0}0000000\u{0}0000000\u{0}".utf8), at: 100, in: &block)
        Self.put(Self.number(size), at: 124, in: &block)
        Self.put(Self.number(time), at: 136, in: &block)
        Self.put(Array("        0".utf8), at: 148, in: &block)
        Self.put(Array("ustar\u{0}00".utf8), at: 257, in: &block)
        let sum = block.reduce(0) { $0 + Int($1) }
        Self.put(Array("\(Self.octal(Int64(sum), digits: 6))\u{0} ".utf8), at: 148, in: &block)
        return block
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

    private static func put(_ bytes: [UInt8], at offset: Int, in block: inout [UInt8]) {
        block.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }

    /// Eleven octal digits; above 8 GB, which they can't hold, GNU's binary form.
    private static func number(_ value: Int64) -> [UInt8] {
        guard value >= maxOctalSize else { return Array("\(octal(max(0, value), digits: 11))\u{0}".utf8) }
        return [0x80, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
        if field.first == 0x80 {
            let value = field.dropFirst(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int64(exactly: value)
        }
        return String(validating: field.dropLast(), as: UTF8.self).flatMap { Int64($0, radix: 8) }
    }

    private static func octal(_ value: Int64, digits: Int) -> String {
        let text = String(value, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

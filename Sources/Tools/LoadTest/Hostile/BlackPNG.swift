/// A black PNG with an alpha channel: small to send, large to decode.
///
/// Its data is one deflate block of fixed codes (RFC 1951, section 3.2.6) that repeats a zero: 13 bits for 258 bytes.
struct BlackPNG {
    let bytes: [UInt8]

    /// - Parameter depth: bits of a channel, 8 or 16.
    init(side: Int, depth: Int) {
        let count = side * (1 + side * depth / 2)
        var head = Self.bigEndian(side) + Self.bigEndian(side)
        head += [UInt8(truncatingIfNeeded: depth), 6, 0, 0, 0]
        bytes =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", head)
            + Self.chunk("IDAT", Self.zlib(zeros: count)) + Self.chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return bigEndian(data.count) + body + bigEndian(Int(crc(body)))
    }

    private static func zlib(zeros: Int) -> [UInt8] {
        var bits = BitWriter()
        // The last block, with fixed codes.
        bits.put(0b011, 3)
        bits.putCode(0b0011_0000, 8)
        var rest = zeros - 1
        while rest >= 258 {
            // Length 258 is code 285, distance 1 code 0.
            bits.putCode(0b1100_0101, 8)
            bits.putCode(0, 5)
            rest -= 258
        }
        for _ in 0..<rest { bits.putCode(0b0011_0000, 8) }
        bits.putCode(0, 7)
        let adler = zeros % 65_521 << 16 | 1
        return [0x78, 0x01] + bits.finished() + bigEndian(adler)
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static let crcTable: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        let table = crcTable
        return ~bytes.reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }
}

/// Bits in deflate's order.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var held: UInt32 = 0
    private var count: UInt32 = 0

    /// The lowest bit first.
    mutating func put(_ value: UInt32, _ width: UInt32) {
        held |= value << count
        count += width
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: held))
            held >>= 8
            count -= 8
        }
    }

    /// The highest bit first, as Huffman codes are written.
    mutating func putCode(_ code: UInt32, _ width: UInt32) {
        var reversed: UInt32 = 0
        for bit in 0..<width where code >> bit & 1 == 1 { reversed |= 1 << (width - 1 - bit) }
        put(reversed, width)
    }

    mutating func finished() -> [UInt8] {
        if count > 0 { put(0, 8 - count) }
        return bytes
    }
}

import Glibc

/// Client ids in the form of UUIDv4 that are spread like random ones, but from which the time of the send can be read
/// back, so that the receiver of a message can tell its latency.
///
/// The payload is 60 bits of the time in the first half and 60 bits of socket and number in the second, each mixed by a
/// function that can be reversed.
enum RandomClientID {
    static let length = 36

    private static let field = Array(#""clientMessageId":""#.utf8)
    private static let digits = Array("0123456789abcdef".utf8)
    private static let dashes = [8, 13, 18, 23]
    private static let versionOffset = 14
    private static let variantOffset = 19
    private static let versionBits = 60
    private static let variantBits = 62
    /// 2^64 divided by the golden ratio, and its inverse modulo 2^64.
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let inverse: UInt64 = 0xF1DE_83E1_9937_733D

    /// - Parameters:
    ///   - stamp: microseconds, below 2^60.
    ///   - socket: below 2^20.
    ///   - number: below 2^40.
    static func write(stamp: Int64, socket: Int, number: Int64, into bytes: inout [UInt8], at offset: Int) {
        let low = mix(UInt64(truncatingIfNeeded: socket) << 40 ^ UInt64(truncatingIfNeeded: number), variantBits)
        // With the second half in it, so that ids of the same microsecond aren't neighbours.
        let high = mix(UInt64(truncatingIfNeeded: stamp) ^ low, versionBits)
        var index = offset
        func append(_ digit: UInt64) {
            let place = index - offset
            if dashes.contains(place) {
                bytes[index] = UInt8(ascii: "-")
                index += 1
            }
            bytes[index] = digits[Int(digit)]
            index += 1
        }
        for shift in stride(from: 56, through: 12, by: -4) { append(high >> UInt64(shift) & 15) }
        append(4)
        for shift in stride(from: 8, through: 0, by: -4) { append(high >> UInt64(shift) & 15) }
        append(8 | low >> 60)
        for shift in stride(from: 56, through: 0, by: -4) { append(low >> UInt64(shift) & 15) }
    }

    /// - Returns: the time that is in the first client id of a frame; `nil` if there is no UUIDv4.
    static func stamp(in frame: UnsafeRawBufferPointer) -> Int64? {
        guard let start = start(in: frame) else { return nil }
        guard start + length < frame.count, frame[start + length] == UInt8(ascii: "\"") else { return nil }
        var (high, low) = (UInt64(0), UInt64(0))
        for place in 0..<length {
            let byte = frame[start + place]
            if dashes.contains(place) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = value(byte) else { return nil }
            switch place {
            case versionOffset: guard digit == 4 else { return nil }
            case variantOffset: low = digit & 3
            case ..<variantOffset: high = high << 4 | digit
            default: low = low << 4 | digit
            }
        }
        return Int64(truncatingIfNeeded: (unmix(high, versionBits) ^ low) & mask(versionBits))
    }

    /// The offset after the name of the field. Each of its quotes is looked at, because few characters are rarer.
    private static func start(in frame: UnsafeRawBufferPointer) -> Int? {
        guard let base = frame.baseAddress else { return nil }
        var from = 0
        while let found = memchr(base + from, Int32(UInt8(ascii: "\"")), frame.count - from) {
            let offset = UnsafeRawPointer(found) - base
            guard offset + field.count <= frame.count else { return nil }
            if memcmp(found, field, field.count) == 0 { return offset + field.count }
            from = offset + 1
        }
        return nil
    }

    private static func value(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        default: nil
        }
    }

    private static func mask(_ bits: Int) -> UInt64 { UInt64.max >> UInt64(64 - bits) }

    /// A bijection of the numbers with so many bits. Each of its steps can be reversed, the first and the last by itself.
    private static func mix(_ value: UInt64, _ bits: Int) -> UInt64 {
        var value = value & mask(bits)
        value ^= value >> UInt64(bits / 2)
        value = value &* multiplier & mask(bits)
        return value ^ value >> UInt64(bits / 2)
    }

    private static func unmix(_ value: UInt64, _ bits: Int) -> UInt64 {
        var value = value ^ value >> UInt64(bits / 2)
        value = value &* inverse & mask(bits)
        return value ^ value >> UInt64(bits / 2)
    }
}

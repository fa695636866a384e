/// Bytes as hexadecimal digits: lower-case when written, of either case when read.
///
/// ```swift
/// Hexadecimal.encode([0x0A, 0xFF])  // 0aff
/// Hexadecimal.decode("0aff")  // [10, 255]
/// ```
public enum Hexadecimal {
    /// Two digits for each byte.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0 & 0xF)] }, as: UTF8.self)
    }

    /// `nil` unless the text consists of pairs of digits.
    public static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var digits = text.utf8.makeIterator()
        while let first = digits.next() {
            guard let second = digits.next(), let high = value(of: first), let low = value(of: second) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The digit of a value below 16, in ASCII.
    @inlinable static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
    }

    /// The value of a digit in ASCII.
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

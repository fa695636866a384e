import Domain

/// Parses frequent frames without Foundation's decoder, which takes longer for one frame than the database.
///
/// Accepts only simple frames: one object of strings, integers, booleans and nulls, each field once. Anything else,
/// valid or not, is left to the full decoder, so that both agree by construction.
struct FlatObjectScanner {
    /// Bytes of the scanned text, valid as long as it is.
    typealias Bytes = UnsafeBufferPointer<UInt8>

    private let bytes: Bytes
    private var position = 0

    init(_ bytes: Bytes) { self.bytes = bytes }

    enum Value {
        /// A text without escapes. It isn't known to be UTF-8.
        case plain(Bytes)
        /// A text that had escapes.
        case unescaped(String)
        case integer(Int64)
        case truth(Bool)
        case null

        /// The text; `nil` if the value is none.
        var text: String? {
            switch self {
            case .plain(let bytes): String(decoding: bytes, as: UTF8.self)
            case .unescaped(let text): text
            default: nil
            }
        }
    }

    /// Calls `field` with each field in order. Returns `false` if the object isn't simple, or if `field` refused one.
    mutating func scan(_ field: (_ name: Bytes, _ value: Value) -> Bool) -> Bool {
        skipSpace()
        guard take(UInt8(ascii: "{")) else { return false }
        skipSpace()
        if take(UInt8(ascii: "}")) { return isAtEnd }
        while true {
            guard let name = plainText() else { return false }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { return false }
            skipSpace()
            guard let value = value(), field(name, value) else { return false }
            skipSpace()
            if take(UInt8(ascii: "}")) { return isAtEnd }
            guard take(UInt8(ascii: ",")) else { return false }
            skipSpace()
        }
    }

    private var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return position == bytes.count
        }
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func take(word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count - position >= count,
            Bytes(rebasing: bytes[position..<position + count]).equals(word)
        else { return false }
        position += count
        return true
    }

    private mutating func value() -> Value? {
        guard position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "\""): return text()
        case UInt8(ascii: "t"): return take(word: "true") ? .truth(true) : nil
        case UInt8(ascii: "f"): return take(word: "false") ? .truth(false) : nil
        case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
        default: return integer().map(Value.integer)
        }
    }

    /// Up to 18 digits, which always fit. A fraction or an exponent isn't simple.
    private mutating func integer() -> Int64? {
        let isNegative = take(UInt8(ascii: "-"))
        let start = position
        var number: Int64 = 0
        while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
            guard position - start < 18 else { return nil }
            number = number * 10 + Int64(digit)
            position += 1
        }
        let count = position - start
        guard count > 0, count == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
        if position < bytes.count, [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(bytes[position]) {
            return nil
        }
        return isNegative ? -number : number
    }

    /// The bytes of a quoted text without escapes.
    private mutating func plainText() -> Bytes? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = position
        let end = bytes.offsetToEscape(from: start)
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
        position = end + 1
        return Bytes(rebasing: bytes[start..<end])
    }

    private mutating func text() -> Value? {
        let start = position
        if let plain = plainText() { return .plain(plain) }
        position = start
        return escapedText().map(Value.unescaped)
    }

    /// A text with single-letter escapes. `\u` escapes aren't simple.
    private mutating func escapedText() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        var result: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
            case 0..<0x20: return nil
            case UInt8(ascii: "\\"):
                guard position < bytes.count, let meant = Self.escaped(bytes[position]) else { return nil }
                result.append(meant)
                position += 1
            default: result.append(byte)
            }
        }
        return nil
    }

    private static func escaped(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: nil
        }
    }
}

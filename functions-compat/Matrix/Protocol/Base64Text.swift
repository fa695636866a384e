import Domain
import Foundation

/// URL-safe Base64 of any length within `maxBytes`.
enum Base64Text {
    static func decode(_ text: Substring, maxBytes: Int) -> [UInt8]? {
        guard text.utf8.count <= maxBytes, text.utf8.count % 4 != 1 else { return nil }
        var plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
        plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        return Data(base64Encoded: plain).map { [UInt8]($0) }
    }
}

extension [UInt8] {
    /// Appends an integer in seven bits a byte, the lowest first.
    mutating func append(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Reads bytes in order; `nil` past the end.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(Array(bytes)) }

    var isAtEnd: Bool { rest.isEmpty }
    var remaining: [UInt8] { Array(rest) }

    mutating func take(_ count: Int) -> [UInt8]? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func id<Entity>(_ type: ID<Entity>.Type = ID<Entity>.self) -> ID<Entity>? {
        take(16).flatMap { ID(bytes: $0) }
    }

    mutating func varint() -> UInt64? {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while let byte = take(1)?.first {
            guard shift < 63 else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        return nil
    }

    /// A position: never negative.
    mutating func position() -> Int64? { varint().flatMap { Int64(exactly: $0) } }
}

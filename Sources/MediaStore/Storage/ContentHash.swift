import Crypto
import Storage

/// The SHA-256 of stored bytes, which is also their name in the store.
struct ContentHash: Sendable, Hashable, CustomStringConvertible {
    static let length = 32
    let bytes: [UInt8]

    /// `nil` unless there are exactly 32 bytes.
    init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// `nil` unless there are exactly 64 lower-case hexadecimal digits.
    init?(hex: String) {
        let digits = hex.utf8.map { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        let known = digits.compactMap(\.self)
        guard known.count == digits.count, known.count == 2 * Self.length else { return nil }
        bytes = (0..<Self.length).map { known[2 * $0] << 4 | known[2 * $0 + 1] }
    }

    init(_ digest: SHA256.Digest) { bytes = Array(digest) }

    var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension ContentHash: SQLBindable {
    var sqlValue: SQLValue { .blob(bytes) }
}

extension SQLRow {
    func optionalHash(_ column: Int) throws -> ContentHash? {
        isNull(column) ? nil : ContentHash(bytes: try blob(column))
    }
}

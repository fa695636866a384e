import Crypto
import Domain
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
        guard let bytes = Hexadecimal.decode(hex), bytes.count == Self.length else { return nil }
        self.bytes = bytes
        // One hash has one name: upper-case digits aren't accepted.
        guard description == hex else { return nil }
    }

    init(_ digest: SHA256.Digest) { bytes = Array(digest) }

    var description: String { Hexadecimal.encode(bytes) }
}

extension ContentHash: SQLBindable {
    var sqlValue: SQLValue { .blob(bytes) }
}

extension SQLRow {
    func optionalHash(_ column: Int) throws -> ContentHash? {
        isNull(column) ? nil : ContentHash(bytes: try blob(column))
    }
}

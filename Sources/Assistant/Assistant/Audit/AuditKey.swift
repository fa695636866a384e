import Crypto
import Domain
import Foundation

/// The key of the audit log's hashes. Who can write the database but doesn't have this key can't forge an entry.
public struct AuditKey: Sendable {
    private static let length = 32

    private let key: SymmetricKey

    /// A new random key.
    public init() { key = SymmetricKey(size: .bits256) }

    /// A key as its file holds it; `nil` unless that is 64 hexadecimal digits.
    init?(hexadecimal text: String) {
        guard let bytes = Hexadecimal.decode(text.trimmed), bytes.count == Self.length else { return nil }
        key = SymmetricKey(data: bytes)
    }

    var hexadecimal: String { key.withUnsafeBytes { Hexadecimal.encode($0) } }

    /// HMAC-SHA256 in hexadecimal.
    /// - Parameter purpose: keeps the codes of different kinds of record apart.
    func authenticate(_ purpose: String, _ text: String) -> String {
        Hexadecimal.encode(HMAC<SHA256>.authenticationCode(for: Data("\(purpose)\n\(text)".utf8), using: key))
    }
}

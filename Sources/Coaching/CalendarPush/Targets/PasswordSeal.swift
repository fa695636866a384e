import Crypto
import Domain
import Foundation

/// Encrypts passwords for the database: AES-GCM under a key outside of it, bound to their owner and the address that they
/// are for, so that a row can neither be given to somebody else nor be sent elsewhere.
struct PasswordSeal: Sendable {
    private let key: SymmetricKey

    /// - Parameter key: 32 random bytes.
    init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    func seal(_ password: Secret, of user: UserID, for url: String) throws -> [UInt8] {
        let box = try AES.GCM.seal(Data(password.reveal().utf8), using: key, authenticating: Self.purpose(user, url))
        return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// - Throws: if the bytes weren't sealed for this user and address under this key.
    func open(_ bytes: [UInt8], of user: UserID, for url: String) throws -> Secret {
        let box = try AES.GCM.SealedBox(combined: bytes)
        let plain = try AES.GCM.open(box, using: key, authenticating: Self.purpose(user, url))
        return Secret(String(decoding: plain, as: UTF8.self))
    }

    private static func purpose(_ user: UserID, _ url: String) -> Data {
        Data("calendar push of \(user) to \(url)".utf8)
    }
}

import Crypto
import Domain
import Foundation

/// Encrypts credentials for the database: AES-GCM under a key outside of it, bound to their owner, so that a row can't be
/// given to somebody else.
struct CredentialSeal: Sendable {
    private let key: SymmetricKey

    /// - Parameter key: 32 random bytes.
    init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    private struct Plain: Codable {
        let s2: Secret
        let swid: Secret
    }

    func seal(_ credentials: LeagueCredentials, of user: UserID) throws -> [UInt8] {
        let plain = try JSONEncoder().encode(Plain(s2: credentials.s2, swid: credentials.swid))
        let box = try AES.GCM.seal(plain, using: key, authenticating: Self.purpose(user))
        return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// - Throws: if the bytes weren't sealed for this user under this key.
    func open(_ bytes: [UInt8], of user: UserID) throws -> LeagueCredentials {
        let plain = try AES.GCM.open(
            AES.GCM.SealedBox(combined: bytes),
            using: key,
            authenticating: Self.purpose(user)
        )
        let read = try JSONDecoder().decode(Plain.self, from: plain)
        return try LeagueCredentials(s2: read.s2, swid: read.swid)
    }

    private static func purpose(_ user: UserID) -> Data { Data("league credentials of \(user)".utf8) }
}

import Crypto
import Domain
import Foundation

/// Opaque tokens: 256 random bits, kept only as their SHA-256.
struct TokenMint: Sendable {
    /// 43 characters of base64url behind a prefix that tells what it is.
    func make(prefix: String) -> Secret {
        let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        return Secret(prefix + Base64URL.encode(key))
    }

    static func hash(_ token: Secret) -> [UInt8] { Array(SHA256.hash(data: Array(token.reveal().utf8))) }
}

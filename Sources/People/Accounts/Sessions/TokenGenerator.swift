import Crypto
package import Domain
import Foundation

/// Generates opaque tokens of 256 random bits. Only their SHA-256 is stored.
package struct TokenGenerator: Sendable {
    package init() {}

    /// 43 characters of base64url behind a prefix that names the kind of token.
    package func make(prefix: String) -> Secret {
        let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        return Secret(prefix + Base64URL.encode(key))
    }

    /// 256 random bits.
    static func nonce() -> [UInt8] { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }

    /// A token that only the holder of `token` can compute from `nonce`: HMAC-SHA256 with the token as the key.
    static func derive(prefix: String, from token: Secret, nonce: [UInt8]) -> Secret {
        let key = SymmetricKey(data: Data(token.reveal().utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data(prefix.utf8) + nonce, using: key)
        return Secret(prefix + Base64URL.encode(Data(code)))
    }

    package static func hash(_ token: Secret) -> [UInt8] { Array(SHA256.hash(data: Array(token.reveal().utf8))) }
}

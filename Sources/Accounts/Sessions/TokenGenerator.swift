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

    package static func hash(_ token: Secret) -> [UInt8] { Array(SHA256.hash(data: Array(token.reveal().utf8))) }
}

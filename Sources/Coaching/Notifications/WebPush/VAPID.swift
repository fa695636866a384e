import Crypto
import Domain
import Foundation
import Storage

/// Identifies this server to push services (RFC 8292). The key never changes, because subscriptions are bound to it.
struct VAPID: Sendable {
    /// Lifetime of a token; the RFC allows at most 24 hours.
    static let lifetimeSeconds: Int64 = 12 * 3600

    let key: P256.Signing.PrivateKey
    /// A `mailto:` or `https:` URL.
    let contact: String?

    /// The public key that browsers need to subscribe: the uncompressed point in base64url.
    var publicKey: String { Base64URL.encode(key.publicKey.x963Representation) }

    /// The value of the `Authorization` header for a push service.
    func authorization(for origin: Origin, at now: Timestamp) throws -> String {
        struct Claims: Encodable {
            let aud: String
            let exp: Int64
            let sub: String?
        }
        let claims = Claims(
            aud: origin.description,
            exp: now.milliseconds / 1000 + Self.lifetimeSeconds,
            sub: contact
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let head = Base64URL.encode(#"{"alg":"ES256","typ":"JWT"}"#.utf8)
        let signed = try "\(head).\(Base64URL.encode(encoder.encode(claims)))"
        let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
        return "vapid t=\(signed).\(Base64URL.encode(signature)), k=\(publicKey)"
    }
}

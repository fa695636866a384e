import Crypto
import Domain
import Foundation
import Storage

/// By what push services know this server (RFC 8292): one key for ever, since subscriptions are bound to it.
struct VAPID: Sendable {
    /// How long a token may be used; 24 hours are the most.
    static let lifetimeSeconds: Int64 = 12 * 3600

    let key: P256.Signing.PrivateKey
    /// `mailto:` or `https:`.
    let contact: String?

    /// What browsers need to subscribe: the point, uncompressed, in base64url.
    var publicKey: String { Base64URL.encode(key.publicKey.x963Representation) }

    /// The header `Authorization` for a push service.
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

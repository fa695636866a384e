import Crypto
import Domain

/// The keys of a browser's subscription: its P-256 point and its authentication secret (RFC 8291 §2).
struct WebPushKeys: Sendable {
    /// 65 bytes, uncompressed.
    let point: [UInt8]
    /// 16 bytes.
    let auth: [UInt8]

    /// `nil` if the point isn't on the curve or a length is wrong.
    init?(point: [UInt8], auth: [UInt8]) {
        guard point.count == 65, auth.count == 16,
            (try? P256.KeyAgreement.PublicKey(x963Representation: point)) != nil
        else { return nil }
        self.point = point
        self.auth = auth
    }

    init?(p256dh: String, auth: String) {
        guard let point = Base64URL.decode(p256dh), let auth = Base64URL.decode(auth) else { return nil }
        self.init(point: point, auth: auth)
    }
}

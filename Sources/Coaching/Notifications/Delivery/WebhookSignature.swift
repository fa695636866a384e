import Crypto
import Domain
import Foundation

/// The signature that lets a webhook verify that a request is from this server: HMAC-SHA256 over `timestamp.body`.
enum WebhookSignature {
    static func header(of body: [UInt8], at timestamp: String, secret: Secret) -> String {
        var mac = HMAC<SHA256>(key: SymmetricKey(data: Data(secret.reveal().utf8)))
        mac.update(data: Data("\(timestamp).".utf8))
        mac.update(data: body)
        return "sha256=" + Hexadecimal.encode(mac.finalize())
    }
}

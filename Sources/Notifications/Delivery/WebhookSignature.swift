import Crypto
import Domain
import Foundation

/// The signature that lets a webhook verify that a request is from this server: HMAC-SHA256 over `timestamp.body`.
enum WebhookSignature {
    static func header(of body: [UInt8], at timestamp: String, secret: Secret) -> String {
        var mac = HMAC<SHA256>(key: SymmetricKey(data: Data(secret.reveal().utf8)))
        mac.update(data: Data("\(timestamp).".utf8))
        mac.update(data: body)
        let digits = Array("0123456789abcdef")
        return "sha256="
            + String(mac.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] })
    }
}

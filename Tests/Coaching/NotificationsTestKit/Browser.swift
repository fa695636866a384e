package import Crypto
import Domain
import Foundation

@testable import Notifications

/// A browser's side of Web Push: keys, and what it takes to read a message.
package struct Browser: Sendable {
    package let key: P256.KeyAgreement.PrivateKey
    package let auth: [UInt8]

    /// - Parameter auth: random if left out.
    package init(key: P256.KeyAgreement.PrivateKey = .init(), auth: [UInt8]? = nil) {
        self.key = key
        self.auth = auth ?? RandomBytes.make(16)
    }

    package var point: [UInt8] { [UInt8](key.publicKey.x963Representation) }

    package func subscription(at endpoint: String) -> String {
        #"{"kind":"webpush","endpoint":"\#(endpoint)","keys":{"p256dh":"\#(Base64URL.encode(point))","#
            + #""auth":"\#(Base64URL.encode(auth))"}}"#
    }

    package struct Unreadable: Error {}

    /// As RFC 8291 §3.4 and RFC 8188 tell it, written apart from what encrypts.
    package func read(_ body: [UInt8]) throws -> [UInt8] {
        guard body.count > 86 + 16, body[16..<20].elementsEqual([0, 0, 16, 0]), body[20] == 65, body.count <= 4096
        else { throw Unreadable() }
        let salt = Array(body[..<16])
        let sender = Array(body[21..<86])
        let shared = try key.sharedSecretFromKeyAgreement(with: .init(x963Representation: sender))
        func hmac(_ key: [UInt8], _ data: [UInt8]) -> [UInt8] {
            Array(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: key)))
        }
        let secret = shared.withUnsafeBytes { Array($0) }
        let material = hmac(hmac(auth, secret), Array("WebPush: info\0".utf8) + point + sender + [1])
        let pseudorandom = hmac(salt, material)
        let contentKey = hmac(pseudorandom, Array("Content-Encoding: aes128gcm\0".utf8) + [1]).prefix(16)
        let nonce = hmac(pseudorandom, Array("Content-Encoding: nonce\0".utf8) + [1]).prefix(12)
        let box = try AES.GCM.SealedBox(
            nonce: .init(data: nonce),
            ciphertext: body[86..<(body.count - 16)],
            tag: body[(body.count - 16)...]
        )
        let record = [UInt8](try AES.GCM.open(box, using: SymmetricKey(data: contentKey)))
        guard record.last == 2 else { throw Unreadable() }
        return Array(record.dropLast())
    }
}

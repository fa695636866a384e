import Crypto
import Foundation

/// Message encryption for Web Push (RFC 8291) as one record of `aes128gcm` (RFC 8188).
enum WebPushEncryption {
    /// - Parameters:
    ///   - key: generated for this message only.
    ///   - salt: 16 random bytes, generated for this message only.
    static func encrypt(
        _ plaintext: [UInt8],
        for keys: WebPushKeys,
        key: P256.KeyAgreement.PrivateKey = .init(),
        salt: [UInt8] = RandomBytes.make(16)
    ) throws -> [UInt8] {
        let own = key.publicKey.x963Representation
        let receiver = try P256.KeyAgreement.PublicKey(x963Representation: keys.point)
        let material = try key.sharedSecretFromKeyAgreement(with: receiver).hkdfDerivedSymmetricKey(
            using: SHA256.self,
            salt: keys.auth,
            sharedInfo: Data("WebPush: info\0".utf8) + keys.point + own,
            outputByteCount: 32
        )
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: material,
                salt: salt,
                info: Data("\(info)\0".utf8),
                outputByteCount: count
            )
        }
        let nonce = derive("Content-Encoding: nonce", 12).withUnsafeBytes { Data($0) }
        let sealed = try AES.GCM.seal(
            plaintext + [2],  // the delimiter of the last record
            using: derive("Content-Encoding: aes128gcm", 16),
            nonce: AES.GCM.Nonce(data: nonce)
        )
        let recordSize: [UInt8] = [0, 0, 0x10, 0]
        return salt + recordSize + [UInt8(own.count)] + own + sealed.ciphertext + sealed.tag
    }
}

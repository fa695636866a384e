import Crypto
import CryptoExtras
import Domain
import Foundation
package import JWTKit
import SwiftASN1
import X509

/// An RSA key that signs ID tokens.
package struct SigningKey: Sendable {
    /// The name of the key in a token's header: 40 hexadecimal digits of the public key's SHA-256.
    package let kid: String
    package let privateKey: JWTKit.Insecure.RSA.PrivateKey
    private let key: _RSA.Signing.PrivateKey

    /// A new key of 2048 bits, which takes about a tenth of a second.
    package init() throws { try self.init(_RSA.Signing.PrivateKey(keySize: .bits2048)) }

    /// - Throws: if the text isn't a private RSA key of at least 2048 bits.
    init(pem: String) throws { try self.init(_RSA.Signing.PrivateKey(pemRepresentation: pem)) }

    private init(_ key: _RSA.Signing.PrivateKey) throws {
        self.key = key
        privateKey = try JWTKit.Insecure.RSA.PrivateKey(backing: key)
        kid = Hexadecimal.encode(SHA256.hash(data: key.publicKey.derRepresentation).prefix(20))
    }

    var pem: String { key.pemRepresentation }

    /// The public key as a JSON Web Key.
    package func webKey() throws -> WebKey {
        let parts = try key.publicKey.getKeyPrimitives()
        return WebKey(kid: kid, n: Base64URL.encode(parts.modulus), e: Base64URL.encode(parts.publicExponent))
    }

    /// The public key in a certificate that it signed itself, as PEM. Nobody trusts it for anything but the key in it.
    func certificate(at now: Timestamp) throws -> String {
        let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
        let name = try DistinguishedName { CommonName("securetoken.system.gserviceaccount.com") }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: date.addingTimeInterval(-86_400),
            notValidAfter: date.addingTimeInterval(3650 * 86_400),
            issuer: name,
            subject: name,
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: try Certificate.Extensions { KeyUsage(digitalSignature: true) },
            issuerPrivateKey: Certificate.PrivateKey(key)
        )
        return try certificate.serializeAsPEM().pemString + "\n"
    }
}

import Crypto
import Domain
import Foundation
import NotificationsTestKit
import Testing

@testable import Notifications

@Suite struct EncryptionTests {
    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

    /// RFC 8291, appendix A.
    @Test func theStandardsOwnExampleComesOutByteForByte() throws {
        let keys = try #require(
            WebPushKeys(
                p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                auth: "BTBZMqHH6r4Tts7J_aSIgg"
            )
        )
        let key = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
        )
        let encrypted = try WebPushEncryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8),
            for: keys,
            key: key,
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw")
        )
        #expect(
            Base64URL.encode(encrypted)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
                + "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
    }

    @Test func whatABrowserReadsIsWhatWasSaid() throws {
        let browser = Browser()
        let keys = try #require(browser.keys)
        for count in [0, 1, 500, WebPushEncryption.maxPlaintextBytes] {
            let plain = RandomBytes.make(count)
            let first = try WebPushEncryption.encrypt(plain, for: keys)
            #expect(try browser.read(first) == plain)
            #expect(try WebPushEncryption.encrypt(plain, for: keys) != first, "a key and salt for each message")
        }
    }

    @Test(arguments: [
        ("", ""), ("BCVx", "BTBZMqHH6r4Tts7J_aSIgg"), ("!!!", "BTBZMqHH6r4Tts7J_aSIgg"),
        // 65 bytes that aren't on the curve.
        (
            "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE",
            "BTBZMqHH6r4Tts7J_aSIgg"
        ),
        ("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZ"),
    ])
    func keysThatAreNoneAreRefused(p256dh: String, auth: String) {
        #expect(WebPushKeys(p256dh: p256dh, auth: auth) == nil)
    }

    @Test func base64IsReadInBothAlphabetsAndNothingElse() {
        #expect(Base64URL.decode("-_8") == [0xFB, 0xFF])
        #expect(Base64URL.decode("+/8=") == [0xFB, 0xFF])
        #expect(Base64URL.decode("") == [])
        for text in ["a", "ab cd", "ä", String(repeating: "A", count: 2000)] { #expect(Base64URL.decode(text) == nil) }
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
    }

    @Test func aServiceCanCheckWhoSends() throws {
        let vapid = VAPID(key: .init(), contact: "mailto:ops@example.com")
        let origin = try Origin.made("https://fcm.googleapis.com")
        let now = Timestamp(milliseconds: 1_000_000)
        let header = try vapid.authorization(for: origin, at: now)
        let parts = header.replacing("vapid t=", with: "").components(separatedBy: ", k=")
        let token = try #require(parts.first).split(separator: ".").map(String.init)
        let point = try bytes(try #require(parts.last))
        #expect(token.count == 3 && point == [UInt8](vapid.key.publicKey.x963Representation))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes(token[2]))
        let key = try P256.Signing.PublicKey(x963Representation: point)
        #expect(key.isValidSignature(signature, for: Data("\(token[0]).\(token[1])".utf8)))
        let head = String(decoding: try bytes(token[0]), as: UTF8.self)
        #expect(head == #"{"alg":"ES256","typ":"JWT"}"#)
        let claims = String(decoding: try bytes(token[1]), as: UTF8.self)
        #expect(
            claims == #"{"aud":"https://fcm.googleapis.com","exp":44200,"sub":"mailto:ops@example.com"}"#
        )
    }
}

import CryptoExtras
import Domain
import Foundation
import JWTKit
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

@testable import FunctionsCompat

/// What an ID token says, who believes it, and when it ends.
@Suite(.standardTimeLimit) struct IDTokenTests {
    @Test func itsClaimsAreThoseOfFirebase() async throws {
        try await TestServer.run(configure: { $0.firebaseProject = "psst-demo" }) { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let token = try await IdentityApp(server: server).signIn(alex).idToken
            let claims = IdentityApp.claims(token)
            #expect(
                claims.keys == [
                    "iss", "aud", "auth_time", "user_id", "sub", "iat", "exp", "jti", "email", "email_verified",
                    "firebase", "name",
                ]
            )
            #expect(claims["iss"] == "https://securetoken.google.com/psst-demo" && claims["aud"] == "psst-demo")
            #expect(claims["sub"]?.string == alex.id.description && claims["user_id"] == claims["sub"])
            let (iat, exp) = (try #require(claims["iat"]?.int), try #require(claims["exp"]?.int))
            #expect(exp - iat == 3600 && claims["auth_time"]?.int == iat)
            #expect(claims["firebase"]?["sign_in_provider"] == "password")
            #expect(claims["firebase"]?["identities"]?["email"]?[0]?.string == alex.user.email)
        }
    }

    @Test func thePublishedKeysVerifyIt() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let token = try await IdentityApp(server: server).signIn(alex).idToken
            let owner = "securetoken@system.gserviceaccount.com"
            let set = try await server.request("GET", "/service_accounts/v1/jwk/\(owner)")
            #expect(set.headers["cache-control"]?.contains("max-age") == true)
            let keys = JWTKeyCollection()
            try await keys.add(jwksJSON: String(decoding: set.body, as: UTF8.self))
            #expect(try await keys.verify(token, as: IDToken.self).sub == alex.id.description)

            let x509 = try await server.request("GET", "/robot/v1/metadata/x509/\(owner)")
            let certificates = try #require(JSONValue.parse([UInt8](x509.body))?.object)
            let certificate = try #require(certificates.first?.value.string)
            #expect(certificates.count == 1 && certificate.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
            let fromCertificate = JWTKeyCollection()
            await fromCertificate.add(
                rsa: try JWTKit.Insecure.RSA.PublicKey(certificatePEM: certificate),
                digestAlgorithm: .sha256
            )
            #expect(try await fromCertificate.verify(token, as: IDToken.self).sub == alex.id.description)
            let header = try #require(
                Base64URL.decode(String(token.prefix { $0 != "." })).flatMap { JSONValue.parse($0) }
            )
            #expect(header["alg"] == "RS256" && header["typ"] == "JWT")
            #expect(header["kid"]?.string == certificates.keys.first)
        }
    }

    /// Only what this server has issued counts, whatever it says and whoever has signed it.
    @Test func aForgedTokenOpensNoDoor() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server)
            let token = try await app.signIn(alex).idToken
            let parts = token.split(separator: ".").map(String.init)
            #expect(parts.count == 3)
            let claims = IdentityApp.claims(token)
            let sara = try await server.register("Sara", role: .client)
            var others = claims.object ?? [:]
            others["sub"] = .string(sara.id.description)
            others["user_id"] = others["sub"]
            func part(_ json: JSONValue) -> String { Base64URL.encode(Array(json.text.utf8)) }
            let stranger = JWTKeyCollection()
            await stranger.add(
                rsa: try JWTKit.Insecure.RSA.PrivateKey(backing: _RSA.Signing.PrivateKey(keySize: .bits2048)),
                digestAlgorithm: .sha256,
                kid: "stranger"
            )
            let signedByAnother = try await stranger.sign(
                try JSONDecoder().decode(IDToken.self, from: Data(claims.text.utf8)),
                kid: "stranger"
            )
            let forged = [
                "\(parts[0]).\(part(.object(others))).\(parts[2])",
                "\(part(["alg": "none", "typ": "JWT"])).\(parts[1]).",
                "\(part(["alg": "none", "typ": "JWT"])).\(parts[1]).\(parts[2])",
                "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1])", "..", token + "A", signedByAnother,
                String(token.dropLast(2)) + "AA",
            ]
            for text in forged {
                #expect(try await app.doors(text, of: alex) == [401, 401, 401], "\(text.prefix(60))")
                #expect(try await app.post("accounts:lookup", ["idToken": .string(text)]).word == "INVALID_ID_TOKEN")
            }
            // Other tokens of this server are none.
            let access = JSONValue.string(alex.accessToken.reveal())
            #expect(try await app.post("accounts:lookup", ["idToken": access]).word == "INVALID_ID_TOKEN")
            #expect(try await app.post("accounts:lookup", [:]).word == "MISSING_ID_TOKEN")
            #expect(try await app.doors(token, of: alex) == [200, 200, 200])
        }
    }

    @Test func aLogoutEndsItAtOnce() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server)
            let (first, second) = (try await app.signIn(alex), try await app.signIn(alex))
            let socket = try await server.socket(token: Secret(first.idToken))
            _ = try await socket.hello()
            #expect(try await server.request("POST", "/v1/auth/logout", token: first.idToken).status == 204)
            #expect(await socket.rest().last?.closeCode == 4501)
            #expect(try await app.doors(first.idToken, of: alex) == [401, 401, 401])
            #expect(try await app.refresh(first.refreshToken).word == "TOKEN_EXPIRED")
            #expect(try await app.doors(second.idToken, of: alex) == [200, 200, 200])
        }
    }

    @Test func aNewPasswordEndsItAtOnce() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server)
            let answer = try await app.signIn(alex)
            let change = ["currentPassword": "secret-Alex Moore", "newPassword": "another one"]
            #expect(try await server.request("POST", "/v1/auth/password", as: alex, json: change).status == 204)
            #expect(try await app.doors(answer.idToken, of: alex) == [401, 401, 401])
            #expect(try await app.refresh(answer.refreshToken).word == "TOKEN_EXPIRED")
            #expect(try await app.signIn(alex.user.email, "another one").http == 200)
        }
    }

    @Test func itEndsAfterAnHour() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let begin = try #require(Timestamp(rfc3339: "2026-03-11T13:15:00Z"))
        let (alex, answer) = try await TestServer.run(in: folder.path, startingAt: begin) { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            return (alex, try await IdentityApp(server: server).signIn(alex))
        }
        // An hour after a log-in that came some time after `begin`.
        try await TestServer.run(in: folder.path, startingAt: begin.adding(minutes: 90)) { server in
            let app = IdentityApp(server: server)
            #expect(try await app.doors(answer.idToken, of: alex) == [401, 401, 401])
            let lookup = try await app.post("accounts:lookup", ["idToken": .string(answer.idToken)])
            #expect(lookup.word == "TOKEN_EXPIRED")
            let renewed = try await app.refresh(answer.refreshToken)
            #expect(try await app.doors(renewed.idToken, of: alex) == [200, 200, 200])
        }
    }
}

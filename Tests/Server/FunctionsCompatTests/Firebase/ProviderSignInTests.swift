import Accounts
import Crypto
import Domain
import Foundation
import Messaging
import ModelTestKit
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport
import Testing

@testable import FunctionsCompat

/// Signing in by an ID token of Google's, which a test issuer on this machine stands for.
@Suite(.standardTimeLimit) struct ProviderSignInTests {
    private static let now = Timestamp(rfc3339: StudioFixture.now) ?? Timestamp(milliseconds: 0)

    private static func withIssuer(
        configure: @escaping (inout ServerConfiguration) -> Void = { _ in },
        _ body: @Sendable (TestServer, TestIssuer) async throws -> Void
    ) async throws {
        let issuer = try await TestIssuer.start()
        try await TestServer.run(configure: {
            $0.now = Timestamp(rfc3339: StudioFixture.now)
            $0.googleSignIn = GoogleSignInSettings(issuer: issuer.issuer, clientIds: ["other", TestIssuer.app])
            configure(&$0)
        }) { try await body($0, issuer) }
        await issuer.server.stop()
    }

    private static func post(
        _ app: IdentityApp,
        _ token: String,
        _ more: [String: JSONValue] = [:],
        provider: String = "google.com"
    ) async throws -> CallableAnswer {
        var body = more
        body["postBody"] = .string("id_token=\(token)&providerId=\(provider)&nonce=")
        body["requestUri"] = "http://localhost"
        body["returnSecureToken"] = true
        return try await app.post(app.isEarlier ? "verifyAssertion" : "accounts:signInWithIdp", .object(body))
    }

    @Test(arguments: [false, true])
    func somebodyNewGetsAnAccountAndComesBackToIt(byVersionThree isEarlier: Bool) async throws {
        try await Self.withIssuer { server, issuer in
            let prefix = isEarlier ? "/www.googleapis.com" : "/identitytoolkit.googleapis.com"
            let app = IdentityApp(server: server, prefix: prefix, isEarlier: isEarlier)
            let claims = issuer.claims("1180", "fira@example.com", name: "Fira Fox", at: Self.now)
            let made = try await Self.post(app, try await issuer.token(claims))
            #expect(made.http == 200 && made.json["isNewUser"] == true, "\(made.json.text)")
            #expect(made.json["displayName"] == "Fira Fox" && made.json["email"] == "fira@example.com")
            #expect(made.json["federatedId"]?.string == "\(issuer.issuer)/1180")
            // The address may change at the provider; the person stays the same.
            let moved = issuer.claims("1180", "fox@example.com", at: Self.now)
            let again = try await Self.post(app, try await issuer.token(moved))
            #expect(again.localId == made.localId && again.json["isNewUser"] == false)
            let found = try await app.post("accounts:lookup", ["idToken": .string(again.idToken)])
            let providers = found.json["users"]?[0]?["providerUserInfo"]?.array?.map { $0["providerId"] }
            #expect(providers == ["password", "google.com"], "\(found.json.text)")
            #expect(try await app.refresh(made.refreshToken).http == 200)
            // The keys were fetched once.
            #expect(issuer.server.requests.map(\.path) == ["/v1/.well-known/openid-configuration", "/v1/keys"])
        }
    }

    @Test func whatTheIssuerHasNotSignedForThisServerIsRefused() async throws {
        try await Self.withIssuer { server, issuer in
            let app = IdentityApp(server: server)
            let good = issuer.claims("1180", "fira@example.com", at: Self.now)
            func changed(_ key: String, _ value: JSONValue?) async throws -> String {
                var claims = good
                claims[key] = value
                return try await issuer.token(claims)
            }
            let parts = try await issuer.token(good).split(separator: ".")
            var tokens = [
                "", "x", "a.b.c", "\(parts[0]).\(parts[1]).", try await issuer.token(good, signedBy: SigningKey()),
            ]
            // What isn't signed, or is by a secret that everybody knows: the public key.
            for header in [
                #""alg":"none""#, #""alg":"None""#, #""alg":"HS256""#, #""alg":"RS256","crit":["b64"],"b64":false"#, "",
            ] {
                let text = "{\(header)\(header.isEmpty ? "" : ",")\"kid\":\"\(issuer.key.kid)\"}"
                let unsigned = "\(Base64URL.encode(Array(text.utf8))).\(parts[1])"
                let secret = SymmetricKey(data: Data(try issuer.key.webKey().n.utf8))
                let code = HMAC<SHA256>.authenticationCode(for: Data(unsigned.utf8), using: secret)
                tokens += ["\(unsigned).", "\(unsigned).\(parts[2])", "\(unsigned).\(Base64URL.encode(Array(code)))"]
            }
            for (key, value): (String, JSONValue?) in [
                ("aud", "another.apps.example.com"), ("iss", "https://accounts.example.com"), ("email_verified", false),
                ("email_verified", nil), ("email", nil), ("email", "fira"), ("sub", ""), ("sub", nil),
                ("exp", .integer(Int(Self.now.milliseconds / 1000) - 61)),
                ("iat", .integer(Int(Self.now.milliseconds / 1000) + 3600)), ("iat", nil), ("exp", nil),
                ("exp", "soon"), ("nbf", .integer(Int(Self.now.milliseconds / 1000) + 3600)), ("exp", .number(1e300)),
                ("aud", []),
                // For another app, too: whoever runs that one could use it here.
                ("aud", [.string(TestIssuer.app), "another.apps.example.com"]),
                ("sub", .string(String(repeating: "1", count: 256))),
            ] {
                tokens.append(try await changed(key, value))
            }
            for token in tokens {
                let answer = try await Self.post(app, token)
                #expect(answer.http == 400 && answer.isGoogleError, "\(answer.json.text)")
                let words = ["INVALID_LOGIN_CREDENTIALS", "INVALID_IDP_RESPONSE"]
                #expect(words.contains(answer.word ?? ""), "\(answer.json.text)")
            }
            #expect(try await server.server.messaging.accounts.all().isEmpty)
            let apple = try await Self.post(app, try await issuer.token(good), provider: "apple.com")
            #expect(apple.word == "OPERATION_NOT_ALLOWED")
        }
    }

    @Test func aTokenOfSeveralAppsOfTheOperatorsIsTaken() async throws {
        try await Self.withIssuer { server, issuer in
            var claims = issuer.claims("1180", "fira@example.com", at: Self.now)
            (claims["aud"], claims["email_verified"]) = ([.string(TestIssuer.app), "other"], "true")
            let answer = try await Self.post(IdentityApp(server: server), try await issuer.token(claims))
            #expect(answer.http == 200 && answer.json["isNewUser"] == true, "\(answer.json.text)")
        }
    }

    /// A token with a nonce is of one attempt to sign in: whoever gets hold of it can't use it in another.
    @Test func aTokenWithANonceNeedsIt() async throws {
        try await Self.withIssuer { server, issuer in
            let app = IdentityApp(server: server)
            let hash = SHA256.hash(data: Data("chosen".utf8)).map { String(format: "%02x", $0) }.joined()
            for (number, claimed) in ["chosen", hash].enumerated() {
                var claims = issuer.claims("118\(number)", "fira\(number)@example.com", at: Self.now)
                claims["nonce"] = .string(claimed)
                let token = try await issuer.token(claims)
                for wrong: [String: JSONValue] in [[:], ["nonce": ""], ["nonce": "another"]] {
                    let refused = try await Self.post(app, token, wrong)
                    #expect(refused.http == 400 && refused.word == "MISSING_OR_INVALID_NONCE", "\(refused.json.text)")
                }
                #expect(try await Self.post(app, token, ["nonce": "chosen"]).http == 200)
            }
            #expect(try await server.server.messaging.accounts.all().count == 2)
        }
    }

    /// Whoever finds a phone unlocked doesn't make a way in for themselves.
    @Test func anIdentityIsLinkedOnlySoonAfterTheLogIn() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let issuer = try await TestIssuer.start()
        let settings = GoogleSignInSettings(issuer: issuer.issuer, clientIds: [TestIssuer.app])
        let signedIn = try await TestServer.run(in: folder.path, startingAt: Self.now) { server in
            try await IdentityApp(server: server).signIn(try await server.register("Alex Moore", role: .trainer))
        }
        let later = Self.now.adding(minutes: 30)
        try await TestServer.run(
            in: folder.path,
            configure: { ($0.now, $0.googleSignIn) = (later, settings) }
        ) { server in
            let app = IdentityApp(server: server)
            let token = try await issuer.token(issuer.claims("1180", "mallory@example.com", at: later))
            let late = try await Self.post(app, token, ["idToken": .string(signedIn.idToken)])
            #expect(late.http == 400 && late.word == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(late.json.text)")
            #expect(try await Self.post(app, token).json["isNewUser"] == true)
        }
        await issuer.server.stop()
    }

    /// An owner ends a link: that identity opens nothing any more.
    @Test func aLinkIsEnded() async throws {
        try await Self.withIssuer { server, issuer in
            let app = IdentityApp(server: server)
            let alex = try await server.register("Alex Moore", role: .trainer)
            let token = try await issuer.token(issuer.claims("1180", alex.user.email, at: Self.now))
            let signedIn = try await app.signIn(alex)
            let linked = try await Self.post(app, token, ["idToken": .string(signedIn.idToken)])
            #expect(linked.localId == alex.id.description, "\(linked.json.text)")
            let ended = try await app.post(
                "accounts:update",
                ["idToken": .string(linked.idToken), "deleteProvider": ["google.com"]]
            )
            #expect(ended.http == 200, "\(ended.json.text)")
            #expect(try await server.server.messaging.accounts.identities(of: alex.id).isEmpty)
            #expect(try await Self.post(app, token).json["needConfirmation"] == true)
        }
    }

    /// Whoever has got hold of a password, and linked an identity of their own, is out again.
    @Test(arguments: [false, true]) func aResetEndsLinks(byToken: Bool) async throws {
        try await Self.withIssuer { server, issuer in
            let app = IdentityApp(server: server)
            let alex = try await server.register("Alex Moore", role: .trainer)
            let token = try await issuer.token(issuer.claims("1180", "mallory@example.com", at: Self.now))
            let signedIn = try await app.signIn(alex)
            let linked = try await Self.post(app, token, ["idToken": .string(signedIn.idToken)])
            #expect(linked.localId == alex.id.description, "\(linked.json.text)")
            let accounts = server.server.messaging.accounts
            if byToken {
                let reset = try await accounts.issueReset(for: alex.user.email)
                try await accounts.resetPassword(with: reset.resetToken, to: Secret("another long password"))
            } else {
                _ = try await accounts.resetPassword(of: alex.user.email, to: Secret("another long password"))
            }
            #expect(try await accounts.identities(of: alex.id).isEmpty)
            #expect(try await Self.post(app, token).localId != alex.id.description)
        }
    }

    /// Nobody has proved to own the address of an account that was made with a password.
    @Test func anAccountWithThatAddressIsLinkedByItsOwnerOnly() async throws {
        try await Self.withIssuer { server, issuer in
            let app = IdentityApp(server: server)
            let (alex, sara) = (
                try await server.register("Alex Moore", role: .trainer),
                try await server.register("Sara", role: .trainer)
            )
            let token = try await issuer.token(issuer.claims("1180", alex.user.email, at: Self.now))
            let asked = try await Self.post(app, token)
            #expect(asked.http == 200 && asked.json["needConfirmation"] == true, "\(asked.json.text)")
            #expect(asked.idToken.isEmpty && asked.localId == nil && asked.json["verifiedProvider"] == ["password"])

            let signedIn = try await app.signIn(alex)
            let linked = try await Self.post(app, token, ["idToken": .string(signedIn.idToken)])
            #expect(linked.localId == alex.id.description && !linked.idToken.isEmpty, "\(linked.json.text)")
            let now = try await Self.post(app, token)
            #expect(now.localId == alex.id.description && now.json["isNewUser"] == false)

            let other = try await app.signIn(sara)
            let taken = try await Self.post(app, token, ["idToken": .string(other.idToken)])
            #expect(taken.http == 400 && taken.word == "FEDERATED_USER_ID_ALREADY_LINKED")
            let forged = try await Self.post(app, token, ["idToken": "a.b.c"])
            #expect(forged.http == 400 && forged.word == "TOKEN_EXPIRED")
        }
    }

    @Test func theServersOwnRulesHold() async throws {
        try await Self.withIssuer(configure: { $0.registration = .closed }) { server, issuer in
            let app = IdentityApp(server: server)
            let token = try await issuer.token(issuer.claims("1180", "fira@example.com", at: Self.now))
            let answer = try await Self.post(app, token)
            #expect(answer.http == 400 && answer.word == "ADMIN_ONLY_OPERATION", "\(answer.json.text)")
        }
        try await TestServer.run { server in
            let answer = try await Self.post(IdentityApp(server: server), "a.b.c")
            #expect(answer.word == "OPERATION_NOT_ALLOWED")
        }
    }

    @Test func aDeletedAccountIsNobodys() async throws {
        try await Self.withIssuer { server, issuer in
            let app = IdentityApp(server: server)
            let token = try await issuer.token(issuer.claims("1180", "fira@example.com", at: Self.now))
            let made = try await Self.post(app, token)
            let id = try #require(made.localId.flatMap(UserID.init))
            let accounts = server.server.messaging.accounts
            #expect(try await accounts.identities(of: id).map(\.subject) == ["1180"])
            try await server.server.useCases.accountDeletion.delete("fira@example.com", by: .folder)
            #expect(try await accounts.identities(of: id).isEmpty)
            let again = try await Self.post(app, token)
            #expect(again.json["isNewUser"] == true && again.localId != made.localId, "\(again.json.text)")
        }
    }

    // MARK: Keys

    @Test func keysAreFetchedAgainForAnUnknownOneButNotAllTheTime() async throws {
        let issuer = try await TestIssuer.start()
        let clock = ManualClock(Self.now)
        let state = ScriptedFetches()
        let keys = ProviderKeys(issuer: issuer.issuer, clock: clock) { url in
            try await state.answer(url, of: issuer)
        }
        await #expect(throws: SpotterError.self) { _ = try await keys.key("any") }
        await state.open()
        // A provider that is down isn't asked for each request.
        await #expect(throws: SpotterError.self) { _ = try await keys.key("any") }
        #expect(await state.count == 1)
        clock.advance(milliseconds: 1000)
        #expect(try await keys.key(issuer.key.kid) != nil)
        #expect(try await keys.key("unknown") == nil)
        #expect(await state.count == 3)
        clock.advance(milliseconds: 61_000)
        #expect(try await keys.key("unknown") == nil)
        #expect(await state.count == 5)
        await issuer.server.stop()
    }

    /// A key that isn't understood or is for something else leaves the others; keys that come over an open line are none.
    @Test func keysAreThoseThatSign() async throws {
        let key = try SigningKey().webKey()
        func keys(_ issuer: String, at address: String, _ set: [JSONValue]) -> ProviderKeys {
            ProviderKeys(issuer: issuer, clock: ManualClock(Self.now)) { url in
                let answer: JSONValue =
                    url.hasSuffix("openid-configuration")
                    ? ["issuer": .string(issuer), "jwks_uri": .string(address)] : ["keys": .array(set)]
                return Array(answer.text.utf8)
            }
        }
        func web(_ name: String, use: String? = "sig") -> JSONValue {
            var fields: [String: JSONValue] = [
                "kty": "RSA", "alg": "RS256", "kid": .string(name), "n": .string(key.n), "e": .string(key.e),
            ]
            fields["use"] = use.map { .string($0) }
            return .object(fields)
        }
        let set: [JSONValue] = [
            ["kty": "XYZ", "kid": "odd"], ["kty": "oct", "kid": "secret", "k": "AAAA"], ["kid": "empty"], "text",
            web("enc", use: "enc"), web("sig"), web("any", use: nil),
        ]
        let (issuer, address) = ("https://id.example.com", "https://id.example.com/keys")
        let found = keys(issuer, at: address, set)
        for (name, isKey) in [("sig", true), ("any", true), ("enc", false), ("secret", false), ("odd", false)] {
            let key = try await found.key(name)
            #expect((key != nil) == isKey, "\(name)")
        }
        for wrong in [keys(issuer, at: "http://id.example.com/keys", set), keys(issuer, at: address, [])] {
            await #expect(throws: SpotterError.self) { _ = try await wrong.key("sig") }
        }
    }
}

/// Answers for an issuer, after it has been down.
private actor ScriptedFetches {
    private(set) var count = 0
    private var isOpen = false

    func open() { isOpen = true }

    func answer(_ url: String, of issuer: TestIssuer) throws -> [UInt8] {
        count += 1
        guard isOpen else { throw SpotterError(.unavailable, "down") }
        if url.hasSuffix("openid-configuration") {
            let document: JSONValue = ["issuer": .string(issuer.issuer), "jwks_uri": .string("\(issuer.issuer)/keys")]
            return Array(document.text.utf8)
        }
        let key = try issuer.key.webKey()
        let set: JSONValue = [
            "keys": [["kty": "RSA", "alg": "RS256", "kid": .string(key.kid), "n": .string(key.n), "e": .string(key.e)]]
        ]
        return Array(set.text.utf8)
    }
}

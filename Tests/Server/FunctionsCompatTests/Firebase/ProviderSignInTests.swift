import Accounts
import Domain
import Messaging
import ModelTestKit
import ServerTestKit
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
            let header = Base64URL.encode(Array(#"{"alg":"none","kid":"\#(issuer.key.kid)"}"#.utf8))
            var tokens = [
                "", "x", "a.b.c", "\(header).\(parts[1]).", "\(parts[0]).\(parts[1]).",
                try await issuer.token(good, signedBy: SigningKey()),
            ]
            for (key, value): (String, JSONValue?) in [
                ("aud", "another.apps.example.com"), ("iss", "https://accounts.example.com"), ("email_verified", false),
                ("email_verified", nil), ("email", nil), ("email", "fira"), ("sub", ""), ("sub", nil),
                ("exp", .integer(Int(Self.now.milliseconds / 1000) - 61)),
                ("iat", .integer(Int(Self.now.milliseconds / 1000) + 301)),
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
        #expect(try await keys.key(issuer.key.kid) != nil)
        #expect(try await keys.key("unknown") == nil)
        #expect(await state.count == 3)
        clock.advance(milliseconds: 61_000)
        #expect(try await keys.key("unknown") == nil)
        #expect(await state.count == 5)
        await issuer.server.stop()
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

import Accounts
import Domain
import Logging
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Signing in as an app of Firebase does.
@Suite(.standardTimeLimit) struct SignInTests {
    @Test(arguments: ["", "/identitytoolkit.googleapis.com"])
    func anAppSignsInAtBothAddresses(prefix: String) async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server, prefix: prefix)
            let answer = try await app.signIn(alex)
            #expect(answer.http == 200)
            #expect(
                answer.json.keys == [
                    "kind", "localId", "email", "displayName", "idToken", "refreshToken", "expiresIn", "registered",
                ]
            )
            #expect(answer.localId == alex.id.description && answer.json["email"]?.string == alex.user.email)
            #expect(answer.json["expiresIn"] == "3600" && answer.json["registered"] == true)
            #expect(try await app.doors(answer.idToken, of: alex) == [200, 200, 200])
            let found = try await app.post("accounts:lookup", ["idToken": .string(answer.idToken)])
            let user = try #require(found.json["users"]?[0])
            #expect(user["localId"]?.string == alex.id.description && user["displayName"] == "Alex Moore")
            #expect(user["providerUserInfo"]?[0]?["providerId"] == "password")
            #expect(user["createdAt"]?.string.flatMap { Int($0) }.map { $0 > 1_700_000_000_000 } == true)
        }
    }

    /// The SDK of iOS, pointed here as at the emulator, calls version 3 behind another host's name.
    @Test(arguments: ["", "/www.googleapis.com"])
    func anAppOfIOSSignsIn(prefix: String) async throws {
        try await TestServer.run { server in
            let app = IdentityApp(server: server, prefix: prefix, isEarlier: true)
            let account: JSONValue = [
                "email": "fira@example.com", "password": "secret-fira", "returnSecureToken": true,
                "clientType": "CLIENT_TYPE_IOS",
            ]
            let made = try await app.post("accounts:signUp", account)
            #expect(made.http == 200 && made.json["kind"] == "identitytoolkit#SignupNewUserResponse")
            let signedIn = try await app.signIn("fira@example.com", "secret-fira")
            #expect(signedIn.http == 200 && signedIn.json["kind"] == "identitytoolkit#VerifyPasswordResponse")
            let token = JSONValue.string(signedIn.idToken)
            let found = try await app.post("accounts:lookup", ["idToken": token])
            #expect(found.json["users"]?[0]?["email"] == "fira@example.com")
            let changed = try await app.post("accounts:update", ["idToken": token, "displayName": "Fira F."])
            #expect(changed.json["displayName"] == "Fira F.")
            #expect(try await app.refresh(signedIn.refreshToken).http == 200)
            for method in [
                "getOobConfirmationCode", "verifyAssertion", "verifyCustomToken", "createAuthUri", "deleteAccount",
                "emailLinkSignin", "sendVerificationCode", "verifyPhoneNumber", "signInWithGameCenter", "verifyClient",
            ] {
                let refused = try await app.post(method, [:])
                #expect(refused.http == 400 && refused.word == "OPERATION_NOT_ALLOWED" && refused.isGoogleError)
            }
        }
    }

    @Test func nobodyLearnsWhoHasAnAccount() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server)
            let wrong = try await app.signIn(alex.user.email, "not it")
            let unknown = try await app.signIn("nobody@example.com", "not it")
            #expect(wrong.http == 400 && wrong.word == "INVALID_LOGIN_CREDENTIALS" && wrong.isGoogleError)
            #expect(wrong.json == unknown.json && unknown.http == 400)
        }
    }

    @Test(
        arguments: [
            (["password": "secret"], "MISSING_EMAIL"), (["email": "alex@example.com"], "MISSING_PASSWORD"),
            (["email": "", "password": "secret"], "MISSING_EMAIL"), ([:], "MISSING_EMAIL"),
            (["email": "alex", "password": "secret"], "INVALID_EMAIL"), (["email": 5, "password": 5], "MISSING_EMAIL"),
            ([1], "INVALID_ARGUMENT"), ("text", "INVALID_ARGUMENT"), (nil, "INVALID_ARGUMENT"),
        ] as [(JSONValue, String)]
    )
    func whatIsMissingHasItsWord(body: JSONValue, word: String) async throws {
        try await TestServer.run { server in
            let answer = try await IdentityApp(server: server).post("accounts:signInWithPassword", body)
            #expect(answer.http == 400 && answer.word == word && answer.isGoogleError, "\(body.text)")
        }
    }

    /// The same budget at every door: guessing here slows log-ins there.
    @Test func wrongPasswordsAreThrottledTogetherWithTheOtherDoors() async throws {
        try await TestServer.run(configure: { $0.stopLimitClock() }) { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server)
            for _ in 0..<5 { #expect(try await app.signIn(alex.user.email, "no").word == "INVALID_LOGIN_CREDENTIALS") }
            let late = try await app.signIn(alex)
            #expect(late.http == 400 && late.word == "TOO_MANY_ATTEMPTS_TRY_LATER" && late.isGoogleError)
            #expect(late.headers["retry-after"].flatMap { Int($0) }.map { $0 > 0 } == true)
            let login = ["email": alex.user.email, "password": "secret-Alex Moore"]
            #expect(try await server.request("POST", "/v1/auth/login", json: login).status == 429)
        }
    }

    @Test func aDisabledAccountIsToldOnlyToItsOwner() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server)
            let token = try await app.signIn(alex).idToken
            let (socket, _) = try await server.open(alex)
            let admin = try await server.server.messaging.adminTokens.replace().reveal()
            let path = "/v1/admin/users/\(alex.user.email)"
            #expect(
                try await server.request("PATCH", path, token: admin, body: #"{"disabled":true}"#).status == 200
            )
            #expect(try await app.signIn(alex).word == "USER_DISABLED")
            #expect(try await app.signIn(alex.user.email, "no").word == "INVALID_LOGIN_CREDENTIALS")
            #expect(try await app.doors(token, of: alex) == [401, 401, 401])
            #expect(try await app.post("accounts:lookup", ["idToken": .string(token)]).word == "TOKEN_EXPIRED")
            #expect(await socket.rest().last?.closeCode == 4501)
        }
    }

    @Test func neitherTheAppsKeyNorAPasswordIsLogged() async throws {
        let log = RecordedLog()
        try await TestServer.run(log: log) { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server)
            let token = try await app.signIn(alex).idToken
            _ = try await app.signIn("somebody@example.com", "guessed-password")
            _ = try await app.post("accounts:lookup", ["idToken": .string(token)])
            _ = try await app.refresh("sp_r_nothing")
            let path = "/v1/accounts:signInWithPassword?key=AIza-of-the-app"
            _ = try await app.raw(path, "{", "application/json")
            let lines = [.trace, .debug, .info, .notice, .warning, .error, .critical].flatMap { log.lines(of: $0) }
            #expect(lines.contains { $0.hasPrefix("log-in failed") })
            for secret in ["AIza", "guessed-password", "somebody@", "PRIVATE KEY", token] {
                #expect(!lines.contains { $0.contains(secret) }, "\(secret.prefix(20))")
            }
        }
    }

    @Test func whatThisServerHasNotIsRefusedInWords() async throws {
        try await TestServer.run { server in
            let app = IdentityApp(server: server)
            for method in ["sendOobCode", "signInWithIdp", "signInWithCustomToken", "createAuthUri", "delete"] {
                let answer = try await app.post("accounts:\(method)", [:])
                #expect(answer.http == 400 && answer.word == "OPERATION_NOT_ALLOWED" && answer.isGoogleError)
            }
            #expect(try await app.post("accounts:signUp", ["returnSecureToken": true]).word == "ADMIN_ONLY_OPERATION")
        }
    }

    /// Pages of other origins could otherwise try passwords through their visitors' browsers.
    @Test(arguments: [
        "/v1/accounts:signInWithPassword", "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
        "/identitytoolkit/v3/relyingparty/verifyPassword",
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyPassword",
    ])
    func pagesFromElsewhereAreRefused(path: String) async throws {
        try await TestServer.run(configure: { $0.allowedOrigins = ["https://app.example"] }) { server in
            let app = IdentityApp(server: server)
            let foreign = try await app.raw(path, "{}", "application/json", origin: "https://evil.example")
            #expect(foreign.http == 403)
            let known = try await app.raw(path, "{}", "application/json", origin: "https://app.example")
            #expect(known.word == "MISSING_EMAIL")
            #expect(known.headers["access-control-allow-origin"] == "https://app.example")
            let preflight = try await server.send(
                "OPTIONS",
                path,
                headers: [("Origin", "https://app.example"), ("Access-Control-Request-Method", "POST")],
                type: nil
            )
            #expect(preflight.http == 204)
            let allowed = preflight.headers["access-control-allow-headers"] ?? ""
            #expect(allowed.contains("X-Client-Version") && allowed.contains("X-Firebase-GMPID"))
        }
    }
}

import Accounts
import Domain
import Messaging
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport
import Testing

/// What the holder of an ID token changes.
@Suite(.standardTimeLimit) struct OwnAccountTests {
    @Test func aNameIsChangedForEverybody() async throws {
        try await TestServer.run { server in
            let (alex, sara, _) = try await server.pair("Alex", "Sara")
            let app = IdentityApp(server: server)
            let token = JSONValue.string(try await app.signIn(alex).idToken)
            let answer = try await app.post("accounts:update", ["idToken": token, "displayName": "Alex Moore"])
            #expect(answer.http == 200 && answer.json["displayName"] == "Alex Moore")
            #expect(answer.json["idToken"] == nil, "the tokens stay")
            let seen = try await server.request("GET", "/v1/users/\(alex.id)", as: sara).json["user"] as? [String: Any]
            #expect(seen?["displayName"] as? String == "Alex Moore")
            for (field, value): (String, JSONValue) in [
                ("email", "other@example.com"), ("photoUrl", "https://example.com/a.jpg"),
                ("deleteAttribute", ["DISPLAY_NAME"]),
            ] {
                let refused = try await app.post("accounts:update", .object(["idToken": token, field: value]))
                #expect(refused.word == "OPERATION_NOT_ALLOWED", "\(field)")
            }
            let empty = try await app.post("accounts:update", ["idToken": token, "displayName": "\u{200B}"])
            #expect(empty.word == "INVALID_ARGUMENT")
        }
    }

    @Test func aNewPasswordEndsAllSessionsAndBringsNewTokens() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server)
            let answer = try await app.signIn(alex)
            let token = JSONValue.string(answer.idToken)
            let weak = try await app.post("accounts:update", ["idToken": token, "password": "short"])
            #expect(weak.word == "WEAK_PASSWORD")
            let changed = try await app.post("accounts:update", ["idToken": token, "password": "another one"])
            #expect(changed.http == 200 && changed.json["expiresIn"] == "3600")
            #expect(try await app.doors(answer.idToken, of: alex) == [401, 401, 401])
            #expect(try await app.doors(alex.accessToken.reveal(), of: alex) == [401, 401, 401])
            #expect(try await app.doors(changed.idToken, of: alex) == [200, 200, 200])
            #expect(try await app.refresh(changed.refreshToken).http == 200)
            #expect(try await app.signIn(alex).word == "INVALID_LOGIN_CREDENTIALS")
        }
    }

    /// Somebody who finds a phone unlocked can't take the account over.
    @Test func aPasswordIsChangedOnlySoonAfterTheLogIn() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let begin = try #require(Timestamp(rfc3339: "2026-03-11T13:15:00Z"))
        let (alex, answer) = try await TestServer.run(in: folder.path, startingAt: begin) { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            return (alex, try await IdentityApp(server: server).signIn(alex))
        }
        // The clock goes on while a test runs: long after the five minutes, well within the token's hour.
        try await TestServer.run(in: folder.path, startingAt: begin.adding(minutes: 30)) { server in
            let app = IdentityApp(server: server)
            func change(_ token: String) async throws -> CallableAnswer {
                try await app.post("accounts:update", ["idToken": .string(token), "password": "another one"])
            }
            #expect(try await change(answer.idToken).word == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            // A refresh is no log-in.
            let renewed = try await app.refresh(answer.refreshToken)
            #expect(try await change(renewed.idToken).word == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            #expect(try await app.doors(answer.idToken, of: alex) == [200, 200, 200], "nothing has ended")
            #expect(try await change(try await app.signIn(alex).idToken).http == 200)
        }
    }

    @Test func theAdministratorsTokenResetsAPassword() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server)
            let reset = try await server.server.messaging.accounts.issueReset(for: alex.user.email)
            let code = JSONValue.string(reset.resetToken.reveal())
            let weak = try await app.post("accounts:resetPassword", ["oobCode": code, "newPassword": "short"])
            #expect(weak.word == "WEAK_PASSWORD")
            let wrong: JSONValue = ["oobCode": "sp_p_nothing", "newPassword": "another one"]
            #expect(try await app.post("accounts:resetPassword", wrong).word == "INVALID_OOB_CODE")
            let done = try await app.post("accounts:resetPassword", ["oobCode": code, "newPassword": "another one"])
            #expect(done.http == 200 && done.json["requestType"] == "PASSWORD_RESET")
            #expect(try await app.signIn(alex.user.email, "another one").http == 200)
            let again = try await app.post("accounts:resetPassword", ["oobCode": code, "newPassword": "a third"])
            #expect(again.word == "INVALID_OOB_CODE")
        }
    }
}

import Domain
import ServerTestKit
import TestSupport
import Testing

/// The token service: `securetoken.googleapis.com/v1/token`.
@Suite(.standardTimeLimit) struct RefreshTests {
    @Test func bothSpellingsAndBothKindsOfBody() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server)
            var refresh = try await app.signIn(alex).refreshToken
            let paths = ["/v1/token?key=x", "/securetoken.googleapis.com/v1/token?key=x"]
            for path in paths {
                for body in [
                    ("grant_type=refresh_token&refresh_token=\(refresh)", "application/x-www-form-urlencoded"),
                    (#"{"grantType":"refresh_token","refreshToken":"\#(refresh)"}"#, "application/json"),
                    (#"{"grant_type":"refresh_token","refresh_token":"\#(refresh)"}"#, "application/json"),
                ] {
                    // The same token gives the same successor for a minute: the answer may have been lost.
                    let answer = try await app.raw(path, body.0, body.1)
                    #expect(answer.http == 200)
                    #expect(
                        answer.json.keys == [
                            "access_token", "expires_in", "token_type", "refresh_token", "id_token", "user_id",
                            "project_id",
                        ]
                    )
                    #expect(answer.json["access_token"] == answer.json["id_token"])
                    #expect(answer.json["expires_in"] == "3600" && answer.json["token_type"] == "Bearer")
                    #expect(answer.json["user_id"]?.string == alex.id.description)
                    #expect(try await app.doors(answer.idToken, of: alex) == [200, 200, 200])
                }
                refresh = try await app.refresh(refresh).refreshToken
            }
        }
    }

    /// A refresh token that was stolen and used again ends the whole session, whoever came first.
    @Test func aRefreshTokenThatIsUsedAgainEndsTheSession() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server)
            let first = try await app.signIn(alex)
            let second = try await app.refresh(first.refreshToken)
            let third = try await app.refresh(second.refreshToken)
            #expect(third.http == 200)
            let reused = try await app.refresh(first.refreshToken)
            #expect(reused.http == 400 && reused.word == "TOKEN_EXPIRED" && reused.isGoogleError)
            for token in [first, second, third].map(\.idToken) {
                #expect(try await app.doors(token, of: alex) == [401, 401, 401])
            }
            #expect(try await app.refresh(third.refreshToken).word == "TOKEN_EXPIRED")
        }
    }

    @Test(
        arguments: [
            ([:], "INVALID_GRANT_TYPE"), (["grantType": "password", "refreshToken": "x"], "INVALID_GRANT_TYPE"),
            (["grantType": "refresh_token"], "MISSING_REFRESH_TOKEN"),
            (["grantType": "refresh_token", "refreshToken": "AMf-of-google"], "INVALID_REFRESH_TOKEN"),
            (["grantType": "refresh_token", "refreshToken": "sp_r_unknown"], "TOKEN_EXPIRED"),
        ] as [(JSONValue, String)]
    )
    func otherTokensHaveTheirWords(body: JSONValue, word: String) async throws {
        try await TestServer.run { server in
            let answer = try await IdentityApp(server: server).post("token", body)
            #expect(answer.http == 400 && answer.word == word && answer.isGoogleError)
        }
    }

    /// The ID token of a session is no refresh token, and the other way round.
    @Test func theKindsOfTokensAreApart() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex Moore", role: .trainer)
            let app = IdentityApp(server: server)
            let answer = try await app.signIn(alex)
            #expect(try await app.refresh(answer.idToken).word == "INVALID_REFRESH_TOKEN")
            #expect(try await app.doors(answer.refreshToken, of: alex) == [401, 401, 401])
        }
    }
}

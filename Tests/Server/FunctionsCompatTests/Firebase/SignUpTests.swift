import Accounts
import Contacts
import Domain
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Making an account as an app of Firebase does, by the server's own rules.
@Suite(.standardTimeLimit) struct SignUpTests {
    private static let body: JSONValue = [
        "email": "robin.hill@example.com", "password": "correct horse", "returnSecureToken": true,
    ]

    private func body(_ more: [String: JSONValue]) -> JSONValue {
        .object((Self.body.object ?? [:]).merging(more) { _, new in new })
    }

    @Test func whereAnybodyMayAnUnchangedAppMakesATrainer() async throws {
        try await TestServer.run { server in
            let app = IdentityApp(server: server)
            let answer = try await app.post("accounts:signUp", Self.body)
            #expect(answer.http == 200)
            let me = try await server.request("GET", "/v1/me", token: answer.idToken).json["user"] as? [String: Any]
            #expect(me?["role"] as? String == "trainer", "a missing role is a trainer's")
            #expect(me?["displayName"] as? String == "robin.hill")
            #expect(try await app.post("accounts:signUp", Self.body).word == "EMAIL_EXISTS")
            let named = body(["email": "sara@example.com", "displayName": "Sara", "role": "client"])
            let sara = try await app.post("accounts:signUp", named)
            #expect(sara.json["displayName"] == "Sara")
            #expect(try await app.post("accounts:signUp", body(["password": "short"])).word == "WEAK_PASSWORD")
            #expect(try await app.post("accounts:signUp", body(["email": "no address"])).word == "INVALID_EMAIL")
            #expect(try await app.post("accounts:signUp", body(["role": "king"])).word == "INVALID_ARGUMENT")
        }
    }

    @Test func byInvitationOnlyACodeOpensIt() async throws {
        try await TestServer.run(configure: { $0.registration = .invited }) { server in
            let app = IdentityApp(server: server)
            let refused = try await app.post("accounts:signUp", Self.body)
            #expect(refused.http == 400 && refused.word == "ADMIN_ONLY_OPERATION" && refused.isGoogleError)
            let wrong = try await app.post("accounts:signUp", body(["invite": "sp_i_nothing"]))
            let registrations = server.server.messaging.registrations
            let others = try await registrations.invite(email: "other@example.com", role: .client).code
            let other = try await app.post("accounts:signUp", body(["invite": .string(others.reveal())]))
            #expect(wrong.word == "ADMIN_ONLY_OPERATION" && other.json == wrong.json, "a wrong code tells nothing")
            let invitation = try await server.server.messaging.registrations.invite(email: nil, role: .client)
            let code = JSONValue.string(invitation.code.reveal())
            let answer = try await app.post("accounts:signUp", body(["invite": code]))
            #expect(answer.http == 200)
            let me = try await server.request("GET", "/v1/me", token: answer.idToken).json["user"] as? [String: Any]
            #expect(me?["role"] as? String == "client", "the role is the invitation's")
            let again = try await app.post("accounts:signUp", body(["email": "b@example.com", "invite": code]))
            #expect(again.word == "ADMIN_ONLY_OPERATION", "a code is good for one account")
        }
    }

    @Test func aClosedServerTakesNobody() async throws {
        try await TestServer.run(configure: { $0.registration = .closed }) { server in
            let answer = try await IdentityApp(server: server).post("accounts:signUp", Self.body)
            #expect(answer.word == "ADMIN_ONLY_OPERATION")
            #expect(try await IdentityApp(server: server).signIn("robin.hill@example.com", "correct horse").http == 400)
        }
    }
}

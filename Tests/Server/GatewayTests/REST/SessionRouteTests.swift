import Accounts
import Domain
import Foundation
import Gateway
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Password, reset and remote logout over the wire, with what they do to open sockets.
@Suite(.standardTimeLimit) struct SessionRouteTests {
    private static let password = "secret-Alex"

    @Test func aChangedPasswordClosesTheOtherDevices() async throws {
        try await TestServer.run { server in
            let (alex, _, chat) = try await server.pair()
            let phone = try await login(server)
            let here = try await server.open(alex).socket
            let there = try await server.socket(token: Secret(phone))
            _ = try await there.hello()
            let wrong = try await change(from: "guess!", by: alex, on: server)
            #expect(wrong.status == 401 && wrong.errorCode == "invalid_credentials")
            _ = try await there.drained()
            let changed = try await change(from: Self.password, by: alex, on: server)
            #expect(changed.status == 204 && changed.body.isEmpty)
            // Whatever is said on a session that has ended isn't heard.
            try there.send([
                "type": "message.send", "id": "1", "chatId": "\(chat.id)", "clientMessageId": "late", "text": "late",
            ])
            let rest = await there.rest()
            #expect(rest.last?.closeCode == 4501 && !rest.contains { $0.type == "ack" })
            _ = try await here.drained()
            #expect(try await server.request("GET", "/v1/me", token: phone).errorCode == "unauthorized")
            #expect(try await server.request("GET", "/v1/me", as: alex).status == 200)
            let messages = try await server.request("GET", "/v1/chats/\(chat.id)/messages", as: alex)
            #expect(messages.items("messages").isEmpty)
        }
    }

    @Test func sessionsAreListedAndEndedRemotely() async throws {
        try await TestServer.run { server in
            let (alex, sara, _) = try await server.pair()
            let phone = try await login(server, device: "phone")
            let socket = try await server.socket(token: Secret(phone))
            _ = try await socket.hello()
            let list = try await server.request("GET", "/v1/auth/sessions", as: alex)
            let entries = list.items("sessions")
            #expect(list.status == 200 && entries.count == 2)
            #expect(
                entries.allSatisfy { Set($0.keys) == ["id", "deviceName", "createdAt", "lastSeenAt", "current"] }
            )
            let other = try #require(entries.first { $0["current"] as? Bool == false })
            #expect(other["deviceName"] as? String == "phone")
            let path = "/v1/auth/sessions/\(try #require(other["id"] as? String))"
            #expect(try await server.request("DELETE", path, as: sara).status == 404)
            _ = try await socket.drained()
            #expect(try await server.request("DELETE", path, as: alex).status == 204)
            #expect(await socket.rest().last?.closeCode == 4501)
            #expect(try await server.request("DELETE", path, as: alex).status == 404)
            #expect(try await server.request("GET", "/v1/me", token: phone).status == 401)

            let tablet = try await login(server, device: "tablet")
            #expect(try await server.request("DELETE", "/v1/auth/sessions", as: alex).status == 204)
            #expect(try await server.request("GET", "/v1/me", token: tablet).status == 401)
            #expect(try await server.request("GET", "/v1/auth/sessions", as: alex).items("sessions").count == 1)
        }
    }

    /// Where the token is checked by the read that answers, too. It counts for its user until it's known to have ended.
    @Test(arguments: ["/v1/chats", "/v1/chats/{chat}/messages", "/v1/chats/{chat}/messages/{message}"])
    func anEndedSessionReadsNothing(path: String) async throws {
        try await TestServer.run(configure: {
            $0.stopLimitClock()
            $0.limits.requests = Rate(1, perSeconds: 3600, burst: 100)
        }) { server in
            let (alex, _, chat) = try await server.pair()
            let sent = try await server.request(
                "POST",
                "/v1/chats/\(chat.id)/messages",
                as: alex,
                json: ["clientMessageId": "1", "text": "Hello"]
            )
            let message = try #require((sent.json["message"] as? [String: Any])?["id"] as? String)
            let path = path.replacing("{chat}", with: "\(chat.id)").replacing("{message}", with: message)
            let phone = try await login(server)
            func left() async throws -> Int {
                let answer = try await server.request("GET", "/v1/me", as: alex)
                return try #require(answer.headers["ratelimit-remaining"].flatMap { Int($0) })
            }
            let before = try await left()
            #expect(try await server.request("GET", path, token: phone).status == 200)
            #expect(try await server.request("POST", "/v1/auth/logout", token: phone).status == 204)
            for _ in 1...3 {
                let refused = try await server.request("GET", path, token: phone)
                #expect(refused.status == 401 && refused.errorCode == "unauthorized")
                #expect(refused.headers["www-authenticate"] == "Bearer")
            }
            #expect(before - (try await left()) == 4, "a page, the log-out, the first refusal and the question itself")
        }
    }

    @Test func theOperatorLetsSomebodyBackIn() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex", role: .trainer, email: "alex+gym@example.com")
            let socket = try await server.open(alex).socket
            let admin = try await server.server.messaging.adminTokens.replace().reveal()
            let path = "/v1/admin/users/alex%2Bgym%40example.com/reset"
            #expect(try await server.request("POST", path).status == 401)
            #expect(try await server.request("POST", path, as: alex).status == 401)
            let missing = try await server.request("POST", "/v1/admin/users/nobody@example.com/reset", token: admin)
            #expect(missing.status == 404)
            let issued = try await server.request("POST", path, token: admin)
            #expect(issued.status == 201 && Set(issued.json.keys) == ["resetToken", "expiresAt"])
            let token = try #require(issued.json["resetToken"] as? String)
            let body = ["resetToken": token, "newPassword": "another"]
            #expect(try await server.request("POST", "/v1/auth/reset", json: body).status == 204)
            #expect(await socket.rest().last?.closeCode == 4501)
            #expect(try await server.request("POST", "/v1/auth/reset", json: body).status == 401)
            #expect(try await server.request("GET", "/v1/me", as: alex).status == 401)
            let login = try await server.request(
                "POST",
                "/v1/auth/login",
                json: ["email": "alex+gym@example.com", "password": "another"]
            )
            #expect(login.status == 200)
        }
    }

    // MARK: Steps

    private func login(_ server: TestServer, device: String = "") async throws -> String {
        let answer = try await server.request(
            "POST",
            "/v1/auth/login",
            json: ["email": "alex@example.com", "password": Self.password, "deviceName": device]
        )
        return try #require(answer.json["accessToken"] as? String)
    }

    private func change(from current: String, by user: TestUser, on server: TestServer) async throws -> RESTResponse {
        try await server.request(
            "POST",
            "/v1/auth/password",
            as: user,
            json: ["currentPassword": current, "newPassword": "another"]
        )
    }
}

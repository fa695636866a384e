import Accounts
import Domain
import Foundation
import Messaging
import ServerTestKit
import SpotterAPI
import SpotterServer
import TestSupport
import Testing

/// Administration over the wire: who may, and what others notice.
@Suite(.standardTimeLimit) struct AdminRouteTests {
    /// Every admin route refuses everybody but the holder of the current token, before it looks at anything.
    @Test func onlyTheCurrentTokenOpensThem() async throws {
        try await TestServer.run { server in
            let (trainer, client, _) = try await server.pair()
            let tokens = server.server.messaging.adminTokens
            let former = try await tokens.replace().reveal()
            _ = try await tokens.replace()
            let document = try await server.request("GET", "/openapi.json").json
            let paths = try #require(document["paths"] as? [String: [String: Any]])
            let routes = paths.filter { $0.key.hasPrefix("/v1/admin/") }.flatMap { path, methods in
                methods.keys.map { ($0.uppercased(), path) }
            }
            #expect(routes.count >= 14)
            let callers = [nil, former, "sp_admin_", trainer.accessToken.reveal(), client.refreshToken.reveal(), "'"]
            for (method, path) in routes {
                let path = path.replacing("{user}", with: "\(client.id)").replacing("{sessionId}", with: "\(client.id)")
                for token in callers {
                    let answer = try await server.request(method, path, token: token, body: method == "GET" ? nil : "{")
                    #expect(answer.status == 401 && answer.errorCode == "unauthorized", "\(method) \(path)")
                }
            }
            #expect(try await server.request("GET", "/v1/me", as: client).status == 200)
        }
    }

    @Test func aDisabledUsersDevicesAreCutOff() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let admin = try await server.server.messaging.adminTokens.replace().reveal()
            let socket = try await server.open(client).socket
            let hook = ["kind": "webhook", "url": "https://hooks.example.com/a"]
            _ = try await server.request("POST", "/v1/me/notifications", as: client, json: hook)
            let path = "/v1/admin/users/\(client.user.email.replacing("@", with: "%40"))"
            let disabled = try await server.request("PATCH", path, token: admin, body: #"{"disabled":true}"#)
            #expect(disabled.status == 200)
            #expect(await socket.rest().last?.closeCode == 4501)
            #expect(try await server.request("GET", "/v1/me", as: client).status == 401)
            let refresh = ["refreshToken": client.refreshToken.reveal()]
            #expect(try await server.request("POST", "/v1/auth/refresh", json: refresh).status == 401)
            let right = ["email": client.user.email, "password": "secret-Sara"]
            let refused = try await server.request("POST", "/v1/auth/login", json: right)
            #expect(refused.status == 403 && refused.errorCode == "account_disabled")
            let wrong = ["email": client.user.email, "password": "secret-Tom"]
            #expect(try await server.request("POST", "/v1/auth/login", json: wrong).errorCode == "invalid_credentials")
            // Others still have the chat and its history, and can tell nothing.
            let draft = ["clientMessageId": "1", "text": "are you there?"]
            let sent = try await server.request("POST", "/v1/chats/\(chat.id)/messages", as: trainer, json: draft)
            #expect(sent.status == 201)
            #expect(try await server.request("GET", "/v1/users/\(client.id)", as: trainer).status == 200)
            let usable = try await server.server.useCases.administration.sessions(of: client.user.email)
            #expect(usable == [])
            _ = try await server.request("PATCH", path, token: admin, body: #"{"disabled":false}"#)
            #expect(try await server.request("POST", "/v1/auth/login", json: right).status == 200)
        }
    }

    @Test func aNewNameReachesOthersAtOnce() async throws {
        try await TestServer.run { server in
            let (trainer, client, _) = try await server.pair()
            let admin = try await server.server.messaging.adminTokens.replace().reveal()
            let socket = try await server.open(trainer).socket
            let path = "/v1/admin/users/\(client.id)"
            let renamed = try await server.request("PATCH", path, token: admin, body: #"{"displayName":"Sara L."}"#)
            #expect(renamed.status == 200)
            let event = try await socket.next("user.updated").json
            #expect(String(describing: event).contains("Sara L."))
        }
    }

    @Test(arguments: [
        ("PATCH", #"{"role":"king"}"#, 400), ("PATCH", #"{"disabled":"yes"}"#, 400),
        ("PATCH", #"{"email":"nowhere"}"#, 400), ("PATCH", #"{"displayName":""}"#, 400), ("PATCH", "[]", 400),
        ("PATCH", #"{"role":"trainer"}"#, 409), ("PATCH", "{}", 200),
    ])
    func changesAreChecked(method: String, body: String, status: Int) async throws {
        try await TestServer.run { server in
            let client = try await server.pair().client
            let admin = try await server.server.messaging.adminTokens.replace().reveal()
            let answer = try await server.request(method, "/v1/admin/users/\(client.id)", token: admin, body: body)
            #expect(answer.status == status, "\(String(decoding: answer.body, as: UTF8.self))")
        }
    }

    @Test(arguments: [
        "?limit=0", "?limit=201", "?limit=9223372036854775808", "?role=king", "?state=gone", "?after=x",
        "?query=\(String(repeating: "a", count: 300))",
    ])
    func listsRefuseWhatTheyCantRead(query: String) async throws {
        try await TestServer.run { server in
            let admin = try await server.server.messaging.adminTokens.replace().reveal()
            let answer = try await server.request("GET", "/v1/admin/users\(query)", token: admin)
            #expect(answer.status == 400)
        }
    }

    @Test func withoutAPasswordNobodyLogsInUntilOneIsSet() async throws {
        try await TestServer.run { server in
            let admin = try await server.server.messaging.adminTokens.replace().reveal()
            let body = #"{"email":"uma@example.com","displayName":"Uma","role":"trainer"}"#
            let made = try await server.request("POST", "/v1/admin/users", token: admin, body: body)
            #expect(made.status == 201)
            for password in ["", "!", "password"] {
                let login = ["email": "uma@example.com", "password": password]
                #expect(try await server.request("POST", "/v1/auth/login", json: login).status == 401)
            }
            let path = "/v1/admin/users/uma%40example.com/reset"
            let reset = try await server.request("POST", path, token: admin)
            let token = try #require(reset.json["resetToken"] as? String)
            let set = ["resetToken": token, "newPassword": "secret-uma"]
            #expect(try await server.request("POST", "/v1/auth/reset", json: set).status == 204)
            let login = ["email": "uma@example.com", "password": "secret-uma"]
            #expect(try await server.request("POST", "/v1/auth/login", json: login).status == 200)
        }
    }
}

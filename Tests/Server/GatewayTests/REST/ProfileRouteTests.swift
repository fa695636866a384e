import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// Profile, directory and blocks over the wire.
@Suite(.standardTimeLimit) struct ProfileRouteTests {
    @Test(arguments: [#"{"role":"client"}"#, #"{"role":"trainer"}"#, #"{"displayName":"New","role":null}"#])
    func theRoleIsRefusedClearly(body: String) async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex", role: .trainer)
            let answer = try await server.request("PATCH", "/v1/me", as: alex, body: body)
            let message = (answer.json["error"] as? [String: Any])?["message"] as? String
            #expect(answer.status == 400 && message?.contains("role") == true)
            let me = try await server.request("GET", "/v1/me", as: alex).json["user"] as? [String: Any]
            #expect(me?["role"] as? String == "trainer" && me?["displayName"] as? String == "Alex")
        }
    }

    @Test(arguments: [#""displayName":"","#, #""displayName":"  ","#, ""])
    func signUpNeedsADisplayName(field: String) async throws {
        try await TestServer.run { server in
            let body = #"{\#(field)"email":"a@example.com","password":"secret","role":"client"}"#
            let answer = try await server.request("POST", "/v1/auth/register", body: body)
            let message = (answer.json["error"] as? [String: Any])?["message"] as? String
            #expect(answer.status == 400 && message?.contains("displayName") == true)
        }
    }

    @Test func aNewNameIsSeenAtOnce() async throws {
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let watcher = try await server.open(sara).socket
            let changed = try await server.request("PATCH", "/v1/me", as: alex, json: ["displayName": "Alexandra"])
            #expect((changed.json["user"] as? [String: Any])?["displayName"] as? String == "Alexandra")
            let frame = try await watcher.next("user.updated")
            #expect(Set(frame.json.keys) == ["type", "userId", "displayName", "photoMediaId"])
            #expect(frame.json["userId"] as? String == "\(alex.id)")
            #expect(frame.json["displayName"] as? String == "Alexandra")
            let seen = try await server.request("GET", "/v1/chats/\(chat.id)", as: sara).json["chat"] as? [String: Any]
            #expect(seen?["name"] as? String == "Alexandra")
            let person = try await server.request("GET", "/v1/users/\(alex.id)", as: sara)
            #expect((person.json["user"] as? [String: Any])?["displayName"] as? String == "Alexandra")
        }
    }

    @Test func aContactsZoneIsToldAndKeptUpToDate() async throws {
        try await TestServer.run { server in
            let (alex, sara, _) = try await server.pair()
            let watcher = try await server.open(alex).socket
            let path = "/v1/contacts"
            #expect(
                try await server.request("GET", path, as: alex).keys(ofFirst: "contacts")
                    == ["userId", "displayName", "email", "timezone"]
            )
            #expect(
                try await server.request("PATCH", "/v1/me", as: sara, json: ["timezone": "Asia/Tokyo"]).status == 200
            )
            let frame = try await watcher.next("user.updated")
            #expect(
                frame.json["userId"] as? String == "\(sara.id)" && frame.json["timezone"] as? String == "Asia/Tokyo"
            )
            let contact = try await server.request("GET", path, as: alex).items("contacts").first
            #expect(contact?["timezone"] as? String == "Asia/Tokyo")
        }
    }

    @Test func aBlockReachesOpenSockets() async throws {
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair()
            let socket = try await server.open(sara).socket
            let path = "/v1/blocks/\(sara.id)"
            #expect(try await server.request("PUT", path, as: alex).status == 204)
            #expect(try await server.request("PUT", path, as: alex).status == 204)
            try socket.send([
                "type": "message.send", "id": "1", "chatId": "\(chat.id)", "clientMessageId": "1", "text": "hello",
            ])
            let error = try await socket.next("error")
            #expect(error.id == "1" && error.errorCode == "forbidden")
            let list = try await server.request("GET", "/v1/blocks", as: alex)
            #expect(list.keys(ofFirst: "blocks") == ["userId", "displayName", "blockedAt"])
            #expect(try await server.request("GET", "/v1/blocks", as: sara).items("blocks").isEmpty)
            #expect(try await server.request("DELETE", "/v1/blocks/\(alex.id)", as: sara).status == 404)
            #expect(try await server.request("DELETE", path, as: alex).status == 204)
            #expect(try await server.request("DELETE", path, as: alex).status == 404)
        }
    }

    /// Whatever the route, a client is told that it's a trainer's.
    @Test func trainersRoutesRefuseClients() async throws {
        try await TestServer.run { server in
            let (_, client, _) = try await server.pair()
            let id = "018f0000-0000-7000-8000-000000000000"
            let event: [String: Any] = [
                "eventType": "call", "startsAt": "2100-01-01T10:00:00.000Z", "endsAt": "2100-01-01T10:30:00.000Z",
            ]
            let routes: [(String, String, [String: Any])] = [
                ("POST", "/v1/contacts", ["email": "x@example.com"]), ("GET", "/v1/invitations", [:]),
                ("DELETE", "/v1/invitations/\(id)", [:]),
                ("POST", "/v1/prospects", ["displayName": "Nina"]), ("GET", "/v1/prospects", [:]),
                ("DELETE", "/v1/prospects/\(id)", [:]),
                ("POST", "/v1/prospects/\(id)/upgrade", ["email": "x@example.com"]), ("POST", "/v1/invitations", [:]),
                ("POST", "/v1/calendar/events", event),
            ]
            for (method, path, body) in routes {
                let answer = try await server.request(method, path, as: client, json: body)
                #expect(answer.status == 403 && answer.errorCode == "forbidden", "\(method) \(path)")
            }
        }
    }
}

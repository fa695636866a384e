import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// The names that clients rely on: exactly these keys, on every route.
@Suite(.standardTimeLimit) struct ShapeTests {
    private static let user: Set = ["id", "email", "displayName", "role", "timezone", "photoMediaId"]
    private static let grant: Set = ["user", "accessToken", "refreshToken", "expiresAt"]
    private static let chat: Set = [
        "id", "kind", "name", "photoMediaId", "members", "seq", "readSeq", "unread", "unreadMentions", "pins",
        "mutedUntil", "isPinned", "announcement", "draft", "lastMessage",
    ]
    private static let member: Set = [
        "userId", "displayName", "role", "photoMediaId", "deliveredSeq", "readSeq", "joinedSeq",
    ]
    static let message: Set = [
        "id", "chatId", "seq", "senderId", "clientMessageId", "text", "replyTo", "createdAt", "editedAt", "deletedAt",
        "status", "via", "quote", "media", "reactions", "mentions", "editCount",
    ]

    @Test func accountsHaveTheirShape() async throws {
        try await TestServer.run { server in
            let registered = try await server.request(
                "POST",
                "/v1/auth/register",
                json: [
                    "email": "alex@example.com", "password": "secret", "displayName": "Alex", "role": "trainer",
                    "timezone": "Europe/Stockholm",
                ]
            )
            let login = try await server.request(
                "POST",
                "/v1/auth/login",
                json: ["email": "alex@example.com", "password": "secret", "deviceName": "phone"]
            )
            let refreshed = try await server.request(
                "POST",
                "/v1/auth/refresh",
                json: ["refreshToken": try #require(login.json["refreshToken"] as? String)]
            )
            #expect([registered, login, refreshed].map(\.status) == [201, 200, 200])
            for answer in [registered, login, refreshed] {
                #expect(Set(answer.json.keys) == Self.grant)
                #expect(answer.keys("user") == Self.user)
                #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true)
                #expect(answer.headers["cache-control"] == "private, no-store")
            }
            let token = try #require(refreshed.json["accessToken"] as? String)
            let me = try await server.request("GET", "/v1/me", token: token)
            #expect(
                me.keys("user")
                    == Self.user.union(["sharesReadReceipts", "sharesPresence", "customInstructions", "locale"])
            )
            let logout = try await server.request("POST", "/v1/auth/logout", token: token)
            #expect(logout.status == 204 && logout.body.isEmpty)
            #expect(try await server.request("GET", "/v1/me", token: token).errorCode == "unauthorized")
        }
    }

    @Test func relationsHaveTheirShape() async throws {
        try await TestServer.run { server in
            let trainer = try await server.register("Alex", role: .trainer)
            let client = try await server.register("Sara", role: .client)
            let added = try await server.request(
                "POST",
                "/v1/contacts",
                as: trainer,
                json: ["email": "sara@example.com"]
            )
            #expect(added.status == 202 && added.keys("contact") == ["id", "email", "state"])
            let requests = try await server.request("GET", "/v1/contacts/requests", as: client)
            #expect(Set(requests.json.keys) == ["requests", "sent"])
            #expect(requests.keys(ofFirst: "requests") == ["id", "userId", "displayName", "at"])
            let sent = try await server.request("GET", "/v1/contacts/requests", as: trainer)
            #expect(sent.keys(ofFirst: "sent") == ["id", "email", "state", "at"])
            let request = try #require((added.json["contact"] as? [String: Any])?["id"] as? String)
            let accepted = try await server.request("POST", "/v1/contacts/requests/\(request)/accept", as: client)
            #expect(
                accepted.status == 200 && accepted.keys("contact") == ["userId", "displayName", "email", "timezone"]
            )
            let prospect = try await server.request("POST", "/v1/prospects", as: trainer, json: ["displayName": "Nina"])
            #expect(prospect.status == 201)
            #expect(prospect.keys("prospect") == ["id", "displayName", "timezone", "convertedToClientId"])
            let invitation = try await server.request("POST", "/v1/invitations", as: trainer, body: "{}")
            #expect(invitation.status == 201)
            #expect(invitation.keys("invitation") == ["id", "code", "link", "email", "role", "expiresAt"])
            let lists: [(TestUser, String, String, Set<String>)] = [
                (trainer, "/v1/contacts", "contacts", ["userId", "displayName", "email", "timezone"]),
                (client, "/v1/contacts", "contacts", ["userId", "displayName", "email", "timezone"]),
                (trainer, "/v1/prospects", "prospects", ["id", "displayName", "timezone", "convertedToClientId"]),
                (trainer, "/v1/invitations", "invitations", ["id", "trainerId", "email", "role", "expiresAt"]),
                (
                    client, "/v1/users?query=ALE", "users",
                    ["userId", "displayName", "role", "photoMediaId", "email", "status", "lastSeen"]
                ),
            ]
            for (user, path, key, keys) in lists {
                let answer = try await server.request("GET", path, as: user)
                #expect(answer.status == 200 && answer.items(key).count == 1 && answer.keys(ofFirst: key) == keys)
            }
        }
    }

    @Test func chatsAndMessages() async throws {
        try await TestServer.run { server in
            let (trainer, client, _) = try await server.pair()
            let direct = ["kind": "direct", "memberIds": ["\(trainer.id)"]] as [String: Any]
            let opened = try await server.request("POST", "/v1/chats", as: client, json: direct)
            #expect(opened.status == 200 && opened.keys("chat") == Self.chat)
            let chat = try #require(opened.json["chat"] as? [String: Any])
            #expect(chat["lastMessage"] is NSNull && chat["name"] as? String == "Alex")
            let path = "/v1/chats/\(try #require(chat["id"] as? String))"

            let draft = ["clientMessageId": "1", "text": "hello"]
            let sent = try await server.request("POST", "\(path)/messages", as: client, json: draft)
            let again = try await server.request("POST", "\(path)/messages", as: client, json: draft)
            #expect(sent.status == 201 && again.status == 200)
            #expect((sent.json as NSDictionary).isEqual(to: again.json))
            #expect(sent.keys("message") == Self.message)
            let message = try #require(sent.json["message"] as? [String: Any])
            #expect(message["via"] as? String == "user" && message["status"] as? String == "sent")
            #expect((message["createdAt"] as? String).flatMap { Timestamp(rfc3339: $0)?.description == $0 } == true)

            let page = try await server.request("GET", "\(path)/messages?limit=1&after=0", as: trainer)
            #expect(Set(page.json.keys) == ["messages", "hasMore"] && page.keys(ofFirst: "messages") == Self.message)
            let one = "\(path)/messages/\(try #require(message["id"] as? String))"
            #expect(try await server.request("GET", one, as: trainer).keys("message") == Self.message)
            let edited = try await server.request("PATCH", one, as: client, json: ["text": "hello!"])
            #expect(edited.status == 200 && edited.keys("message") == Self.message)
            let read = try await server.request("POST", "\(path)/read", as: trainer, json: ["seq": 2])
            #expect(read.status == 200 && read.json as? [String: Int] == ["readSeq": 2, "unread": 0])
            let list = try await server.request("GET", "/v1/chats", as: trainer)
            #expect(list.keys(ofFirst: "chats") == Self.chat)
            let members = try await server.request("GET", "\(path)/members", as: trainer)
            #expect(members.keys(ofFirst: "members") == Self.member)
            let sync = try await server.request("POST", "/v1/sync", as: trainer, body: #"{"positions":{}}"#)
            #expect(
                sync.keys(ofFirst: "chats").isSuperset(of: ["chatId", "seq", "events", "resync"])
                    && (sync.items("chats").first?["events"] as? [Any])?.count == 2
            )
            let found = try await server.request("POST", "/v1/search", as: trainer, json: ["query": "hello"])
            #expect(Set(found.json.keys) == ["results", "mode", "degraded", "understood", "nextCursor"])
            #expect(
                found.keys(ofFirst: "results") == [
                    "messageId", "chatId", "clientMessageId", "senderId", "senderName", "text", "sentAt", "score",
                    "match", "highlights",
                ]
            )
            let deleted = try await server.request("DELETE", one, as: client)
            #expect(deleted.status == 204 && deleted.body.isEmpty)
        }
    }

    /// Somebody who opened a chat and wrote nothing isn't in the other's list.
    @Test func emptyChatsAreShownToTheirOpenerOnly() async throws {
        try await TestServer.run { server in
            let (alex, sara, chat) = try await server.pair("Alex", "Sara")
            func listed(_ path: String, _ user: TestUser) async throws -> [String?] {
                try await server.request("GET", path, as: user).items("chats").map { $0["id"] as? String }
            }
            #expect(try await listed("/v1/chats", alex) == ["\(chat.id)"])
            #expect(try await listed("/v1/chats", sara) == [])
            #expect(try await listed("/v1/chats?empty=true", sara) == ["\(chat.id)"])
            let say = ["clientMessageId": "1", "text": "Hello"]
            let sent = try await server.request("POST", "/v1/chats/\(chat.id)/messages", as: alex, json: say)
            #expect(sent.status == 201)
            #expect(try await listed("/v1/chats", sara) == ["\(chat.id)"])
            #expect(try await server.request("GET", "/v1/chats?empty=maybe", as: sara).status == 400)
        }
    }

    @Test func operatorsRoutesHaveTheirShape() async throws {
        try await TestServer.run { server in
            #expect(try await server.request("GET", "/healthz").status == 200)
            #expect(try await server.request("GET", "/readyz").status == 200)
            let metrics = try await server.request("GET", "/metrics")
            #expect(metrics.headers["content-type"]?.hasPrefix("text/plain") == true)
            let text = String(decoding: metrics.body, as: UTF8.self)
            for line in text.split(separator: "\n") where !line.hasPrefix("#") {
                #expect(line.split(separator: " ").last.flatMap { Double($0) } != nil, "\(line)")
            }
            #expect(text.contains("\nspotter_connections 0"))
        }
    }
}

extension RESTResponse {
    func keys(_ name: String) -> Set<String> { Set((json[name] as? [String: Any] ?? [:]).keys) }
    func items(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }
    func keys(ofFirst name: String) -> Set<String> { Set((items(name).first ?? [:]).keys) }
}

import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// What is done with chats over HTTP, and what sockets hear of it.
@Suite(.standardTimeLimit) struct ChatLifeTests {
    @Test func settingsAndDraftsReachOnesOwnDevices() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let (mine, _) = try await server.open(trainer)
            let (theirs, _) = try await server.open(client)
            let path = "/v1/chats/\(chat.id)"
            let cases: [(String, String?)] = [
                (#"{"mutedUntil":"forever"}"#, "9999-12-31T23:59:59.999Z"),
                (#"{"isPinned":true}"#, "9999-12-31T23:59:59.999Z"),
                (#"{"mutedUntil":"2026-03-11T13:15:00Z"}"#, "2026-03-11T13:15:00.000Z"), (#"{"mutedUntil":null}"#, nil),
            ]
            for (body, until) in cases {
                let answer = try await server.request("PATCH", "\(path)/settings", as: trainer, body: body)
                #expect(answer.status == 200 && answer.keys("settings") == ["chatId", "mutedUntil", "isPinned"])
                let frame = try await mine.next("settings.changed")
                #expect(Set(frame.json.keys) == ["type", "chatId", "mutedUntil", "isPinned"])
                #expect(frame.json["mutedUntil"] as? String == until)
            }
            let bad = try await server.request("PATCH", "\(path)/settings", as: trainer, json: ["mutedUntil": "later"])
            #expect(bad.status == 400)
            let put = try await server.request("PUT", "\(path)/draft", as: trainer, json: ["text": "about your"])
            #expect(put.status == 200 && put.keys("draft") == ["text", "replyTo", "updatedAt"])
            #expect(try await mine.next("draft.changed").json["draft"] is [String: Any])
            let drafts = try await server.request("GET", "/v1/drafts", as: trainer)
            #expect(drafts.keys(ofFirst: "drafts") == ["chatId", "text", "replyTo", "updatedAt"])
            #expect(try await server.request("DELETE", "\(path)/draft", as: trainer).status == 204)
            #expect(try await mine.next("draft.changed").json["draft"] is NSNull)
            #expect(try await theirs.drained() == [])
        }
    }

    @Test func groupsAreManaged() async throws {
        try await TestServer.run { server in
            let (trainer, client, _) = try await server.pair()
            let other = try await server.register("Tom", role: .client)
            try await server.addClient(other, of: trainer)
            let chat = try await server.group("Run", of: trainer, with: [client, other])
            let path = "/v1/chats/\(chat.id)"
            let (socket, _) = try await server.open(client)
            let renamed = try await server.request("PATCH", path, as: trainer, json: ["name": " Swim "])
            #expect(renamed.status == 200 && (renamed.json["chat"] as? [String: Any])?["name"] as? String == "Swim")
            let updated = try await socket.next("chat.updated")
            #expect(
                Set(updated.json.keys) == ["type", "chatId", "seq", "name", "photoMediaId", "pins", "announcement"]
            )
            #expect(updated.json["name"] as? String == "Swim" && updated.seq == 1)
            #expect(try await server.request("PATCH", path, as: client, json: ["name": "x"]).status == 403)
            let role = try await server.request(
                "PATCH",
                "\(path)/members/\(client.id)",
                as: trainer,
                json: ["role": "admin"]
            )
            #expect(role.status == 200)
            let member = try await socket.next("member.changed").json["member"] as? [String: Any]
            #expect(member?["change"] as? String == "role" && member?["role"] as? String == "admin")
            let sent = try await server.request(
                "POST",
                "\(path)/messages",
                as: client,
                json: ["clientMessageId": "1", "text": "x"]
            )
            let id = try #require(sent.id(of: "message"))
            #expect(try await server.request("PUT", "\(path)/pins/\(id)", as: client).status == 204)
            #expect(try await socket.next("chat.updated").json["pins"] as? [String] == [id])
            #expect(try await server.request("DELETE", "\(path)/pins/\(id)", as: client).status == 204)
            #expect(try await server.request("PUT", "\(path)/pins/\(id)", as: other).status == 403)

            for user in [trainer, client, other] {
                #expect(try await server.request("DELETE", path, as: user).status == 204)
                #expect(try await server.request("GET", path, as: user).status == 404)
            }
            #expect(try await server.request("DELETE", path, as: other).errorCode == "not_a_member")
        }
    }

    @Test func everythingIsReadAtOnce() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            _ = try await server.request(
                "POST",
                "/v1/chats/\(chat.id)/messages",
                as: client,
                json: ["clientMessageId": "1", "text": "@Alex"]
            )
            let before = try await server.request("GET", "/v1/chats/\(chat.id)", as: trainer)
            let seen = try #require(before.json["chat"] as? [String: Any])
            #expect(seen["unread"] as? Int == 1 && seen["unreadMentions"] as? Int == 1)
            let read = try await server.request("POST", "/v1/chats/read", as: trainer, body: "{}")
            #expect(read.status == 200 && read.keys(ofFirst: "chats") == ["chatId", "readSeq", "unread"])
            #expect(read.items("chats")[0]["readSeq"] as? Int == 1 && read.items("chats")[0]["unread"] as? Int == 0)
        }
    }

    @Test func aDesertedChatRefuses() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let path = "/v1/chats/\(chat.id)"
            #expect(try await server.request("DELETE", path, as: client).status == 204)
            let refused = try await server.request(
                "POST",
                "\(path)/messages",
                as: trainer,
                json: ["clientMessageId": "1", "text": "x"]
            )
            #expect(refused.status == 409 && refused.errorCode == "conflict")
        }
    }
}

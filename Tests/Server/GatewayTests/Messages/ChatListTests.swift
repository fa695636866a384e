import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// The list of chats: what has changed since, what was put away, and what is brought in from elsewhere.
@Suite(.standardTimeLimit) struct ChatListTests {
    private func answer(
        _ server: TestServer,
        _ method: String,
        _ path: String,
        as user: TestUser,
        body: String? = nil
    ) async throws -> JSONValue {
        let response = try await server.request(method, path, as: user, body: body)
        try #require(response.isSuccess, "\(method) \(path): \(response.status)")
        return response.body.isEmpty ? .null : try #require(JSONValue.parse(Array(response.body)))
    }

    @Test func onlyChatsThatDifferAreAnswered() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let other = try await server.register("Tom", role: .client)
            try await server.addClient(other, of: trainer)
            let group = try await server.group("Run", of: trainer, with: [client, other])
            let all = try await answer(server, "POST", "/v1/chats/changes", as: trainer, body: #"{"known":{}}"#)
            var known: [String: String] = [:]
            for one in all["chats"]?.array ?? [] {
                known[try #require(one["chat"]?["id"]?.string)] = one["tag"]?.string
            }
            #expect(Set(known.keys) == ["\(chat.id)", "\(group.id)"])
            known["018f0000-0000-7000-8000-000000000000"] = "0011223344556677"
            let body = try String(decoding: JSONEncoder().encode(["known": known]), as: UTF8.self)
            let same = try await answer(server, "POST", "/v1/chats/changes", as: trainer, body: body)
            #expect(same["chats"] == [] && same["gone"] == ["018f0000-0000-7000-8000-000000000000"])
            // A receipt, a setting and a message each make another one of it.
            for (method, path, user, change) in [
                ("POST", "/v1/chats/\(chat.id)/messages", client, #"{"clientMessageId":"1","text":"hi"}"#),
                ("POST", "/v1/chats/\(chat.id)/read", trainer, #"{"seq":1}"#),
                ("PATCH", "/v1/chats/\(chat.id)/settings", trainer, #"{"isPinned":true}"#),
            ] {
                _ = try await answer(server, method, path, as: user, body: change)
                let body = try String(decoding: JSONEncoder().encode(["known": known]), as: UTF8.self)
                let changed = try await answer(server, "POST", "/v1/chats/changes", as: trainer, body: body)
                let chats = try #require(changed["chats"]?.array)
                let one = try #require(chats.first)
                #expect(chats.count == 1)
                #expect(one["chat"]?["id"]?.string == "\(chat.id)")
                #expect(one["tag"]?.string != known["\(chat.id)"])
                known["\(chat.id)"] = one["tag"]?.string
            }
            // What a fetch of the list answers is the same chat.
            let listed = try await answer(server, "GET", "/v1/chats?empty=true", as: trainer)
            let tagged = try await answer(server, "POST", "/v1/chats/changes", as: trainer, body: #"{"known":{}}"#)
            #expect(listed["chats"]?.array == tagged["chats"]?.array?.compactMap { $0["chat"] })
        }
    }

    @Test func aChatIsPutAwayAndTakenBack() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let message = #"{"clientMessageId":"1","text":"hi"}"#
            _ = try await answer(server, "POST", "/v1/chats/\(chat.id)/messages", as: client, body: message)
            let (other, _) = try await server.open(trainer)
            let path = "/v1/chats/\(chat.id)/archive"
            _ = try await answer(server, "PUT", path, as: trainer)
            #expect(try await other.next("settings.changed").json["chatId"] as? String == "\(chat.id)")
            let away = try await answer(server, "GET", "/v1/archived-chats", as: trainer)
            #expect(away["chats"] == [["chatId": .string("\(chat.id)"), "seq": 1]])
            #expect(try await answer(server, "GET", "/v1/archived-chats", as: client)["chats"] == [])
            _ = try await answer(server, "DELETE", path, as: trainer)
            #expect(try await answer(server, "GET", "/v1/archived-chats", as: trainer)["chats"] == [])
            let stranger = try await server.register("Tom", role: .client)
            #expect(try await server.request("PUT", path, as: stranger).errorCode == "not_a_member")
        }
    }

    private static let export = """
        13/06/2025, 18:11 - Messages and calls are end-to-end encrypted.
        13/06/2025, 18:12 - Coach A: Welcome back
        13/06/2025, 18:13 - Sara L.: Thanks, the knee is better
        """

    @Test func aCoachBringsInWhatWasWrittenElsewhere() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let path = "/v1/chats/\(chat.id)/import"
            let preview = try await answer(server, "POST", path + "?dryRun=true", as: trainer, body: Self.export)
            #expect(preview["preview"]?["people"]?.array?.compactMap { $0["name"]?.string } == ["Coach A", "Sara L."])
            let names = "?own=Coach%20A&theirs=Sara%20L.&timezone=UTC"
            let dry = try await answer(server, "POST", path + names + "&dryRun=true", as: trainer, body: Self.export)
            #expect(dry["messages"]?["added"] == 2)
            let messages = "/v1/chats/\(chat.id)/messages"
            #expect(try await answer(server, "GET", messages, as: client)["messages"] == [])
            // Twice gives the same as once.
            for added in [2, 0] {
                let done = try await answer(server, "POST", path + names, as: trainer, body: Self.export)
                #expect(done["messages"]?["added"] == .integer(added))
            }
            let page = try await answer(server, "GET", messages, as: client)["messages"]?.array ?? []
            #expect(page.compactMap { $0["text"]?.string } == ["Welcome back", "Thanks, the knee is better"])
            #expect(page.compactMap { $0["senderId"]?.string } == ["\(trainer.id)", "\(client.id)"])
            #expect(page.allSatisfy { $0["imported"] == true })
            // Somebody who wasn't named isn't anybody's words.
            let other = "?own=Coach%20A&theirs=X&timezone=UTC"
            let unnamed = try await server.request("POST", path + other, as: trainer, body: Self.export)
            #expect(unnamed.status == 400)
        }
    }

    @Test func onlyACoachImportsAndOnlyIntoAChatWithAClient() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let other = try await server.register("Tom", role: .client)
            try await server.addClient(other, of: trainer)
            let group = try await server.group("Run", of: trainer, with: [client, other])
            let names = "?own=Coach%20A&theirs=Sara%20L.&timezone=UTC"
            let path = "/v1/chats/\(chat.id)/import"
            #expect(try await server.request("POST", path + names, as: client, body: Self.export).status == 403)
            let inGroup = try await server.request(
                "POST",
                "/v1/chats/\(group.id)/import" + names,
                as: trainer,
                body: Self.export
            )
            #expect(inGroup.status == 403)
            // Options that would make accounts or reach others are none of this route's.
            for more in ["&member=Z%3Dz@example.com", "&inviteMissing=true", "&chatName=X", "&format=jsonl"] {
                #expect(
                    try await server.request("POST", path + names + more, as: trainer, body: Self.export).status == 400
                )
            }
            #expect(try await server.request("DELETE", "/v1/contacts/\(client.id)", as: trainer).status == 204)
            #expect(try await server.request("POST", path + names, as: trainer, body: Self.export).status == 403)
        }
    }
}

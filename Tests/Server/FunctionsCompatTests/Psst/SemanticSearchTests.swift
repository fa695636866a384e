import Domain
import Messaging
import ServerTestKit
import SpotterServer
import Testing

@Suite struct SemanticSearchTests {
    @Test func hitsHaveTheShapeThatTheAppReads() async throws {
        try await StudioFixture.open { studio in
            let said = try await studio.say("My knee hurts since Sunday", studio.sara)
            try await studio.say("See you tomorrow", studio.alex)
            let id = JSONValue.string(studio.alex.id.description)
            let answer = try await studio.call("semanticSearch", ["query": "  knee  ", "userId": id])
            let result = try #require(answer.result)
            #expect(result.keys == ["success", "count", "query", "results"])
            #expect(result["success"] == true && result["count"] == 1 && result["query"] == "knee")
            let hit = try #require(result["results"]?[0])
            #expect(
                hit.keys == ["messageId", "chatId", "senderId", "senderName", "text", "timestamp", "score"]
            )
            #expect(hit["messageId"]?.string == said.id.description)
            #expect(hit["chatId"]?.string == studio.chat.description)
            #expect(hit["senderId"]?.string == studio.sara.id.description)
            #expect(hit["senderName"] == "Sara Lindqvist" && hit["text"] == "My knee hurts since Sunday")
            // Milliseconds since 1970, and really an integer.
            #expect(hit["timestamp"] == .integer(Int(said.createdAt.milliseconds)))
            #expect(hit["score"]?.double.map { $0 > 0 } == true)
        }
    }

    @Test func noHitsAreASuccess() async throws {
        try await StudioFixture.open { studio in
            let id = JSONValue.string(studio.alex.id.description)
            let answer = try await studio.call("semanticSearch", ["query": "volcano", "userId": id])
            #expect(answer.result == ["success": true, "count": 0, "query": "volcano", "results": []])
        }
    }

    @Test func onlyOnesOwnChatsAreSearched() async throws {
        try await StudioFixture.open { studio in
            let rivals = try await studio.rivals()
            try await studio.say("Pineapple secret zq4711", rivals.client, in: rivals.chat)
            let mike = try await studio.client("Mike Ross")
            let group = try await studio.server.server.messaging.chats.open(
                .group(name: "Early Birds", with: [studio.sara.id, mike.user.id]),
                by: studio.alex.actor
            ).chat.id
            try await studio.say("Pineapple for the group", studio.alex, in: group)
            try await studio.say("Pineapple with Mike", mike.user, in: mike.chat)

            func texts(_ user: TestUser) async throws -> Set<String> {
                let data: JSONValue = ["query": "pineapple", "userId": .string(user.id.description), "limit": 50]
                let answer = try await studio.call("semanticSearch", data, as: user)
                return Set(answer.result?["results"]?.array?.compactMap { $0["text"]?.string } ?? [])
            }
            #expect(try await texts(studio.alex) == ["Pineapple for the group", "Pineapple with Mike"])
            #expect(try await texts(studio.sara) == ["Pineapple for the group"])
            try await studio.server.server.messaging.chats.remove(studio.sara.id, from: group, by: studio.alex.actor)
            #expect(try await texts(studio.sara) == [])
        }
    }

    @Test func refusalsInTheOriginalsOrderAndWords() async throws {
        try await StudioFixture.open { studio in
            let id = JSONValue.string(studio.alex.id.description)
            let foreign = JSONValue.string(studio.sara.id.description)
            let tooLong = JSONValue.string(String(repeating: "a", count: 501))
            let mismatch = Refusal.denied("User ID does not match authenticated user")
            let empty = Refusal.invalid("Query must be a non-empty string")
            let limit = Refusal.invalid("Limit must be between 1 and 50")
            let cases: [(JSONValue, Refusal)] = [
                (["query": "knee"], mismatch), (["query": "knee", "userId": foreign], mismatch),
                (["query": 5, "userId": foreign], mismatch), (["userId": id], empty),
                (["query": 5, "userId": id], empty), (["query": nil, "userId": id], empty),
                (
                    ["query": " \n ", "userId": id],
                    .invalid("I need a question to search for. What would you like to know?")
                ),
                (
                    ["query": tooLong, "userId": id, "limit": 0],
                    .invalid("Query is too long. Maximum 500 characters allowed.")
                ),
                (["query": "knee", "userId": id, "limit": 0], limit),
                (["query": "knee", "userId": id, "limit": .wrapped(51)], limit),
                (["query": "knee", "userId": id, "limit": 2.5], limit),
                (["query": "knee", "userId": id, "limit": "5"], limit),
            ]
            for (data, refusal) in cases {
                #expect(try await studio.call("semanticSearch", data).refusal == refusal, "\(data.text.prefix(80))")
            }
            let longest = JSONValue.string(String(repeating: "a", count: 500))
            for limit: JSONValue in [1, 50, .wrapped(50), nil] {
                let answer = try await studio.call(
                    "semanticSearch",
                    ["query": longest, "userId": id, "limit": limit]
                )
                #expect(answer.result?.isSuccess == true, "\(limit.text)")
            }
        }
    }
}

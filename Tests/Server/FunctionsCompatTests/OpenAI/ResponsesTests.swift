import Domain
import ModelTestKit
import ServerTestKit
import TestSupport
import Testing

/// OpenAI's Responses without a language model: shapes, order, state.
@Suite(.standardTimeLimit) struct ResponsesTests {
    private static let question: JSONValue = "What did Sara say about her knee?"

    private func text(_ response: JSONValue) -> String? { response["output"]?[0]?["content"]?[0]?["text"]?.string }

    @Test func aResponseHasItsShape() async throws {
        try await StudioFixture.withKnee { studio in
            let more: JSONValue = ["instructions": "Be brief.", "metadata": ["a": "b"], "temperature": 0.5]
            let json = try await studio.respond(Self.question, more).json
            #expect(json["object"] == "response" && json["status"] == "completed" && json["error"] == nil)
            #expect(json["instructions"] == "Be brief." && json["metadata"] == ["a": "b"] && json["temperature"] == 0.5)
            #expect(json["tools"] == [] && json["parallel_tool_calls"] == true && json["tool_choice"] == "auto")
            let item = try #require(json["output"]?[0])
            #expect(item["type"] == "message" && item["status"] == "completed" && item["role"] == "assistant")
            let annotation = try #require(item["content"]?[0]?["annotations"]?[0])
            #expect(annotation.keys == ["type", "start_index", "end_index", "url", "title"])
            #expect(json["usage"]?["total_tokens"] == 0 && json["spotter"]?["conversationId"] != nil)
        }
    }

    @Test func eventsComeInTheirOrder() async throws {
        try await StudioFixture.withKnee { studio in
            let events = try await studio.respond(Self.question, ["stream": true]).events
            #expect(events.map { $0["sequence_number"]?.int } == events.indices.map { $0 })
            var types = events.compactMap { $0["type"]?.string }
            #expect(
                types.prefix(4) == [
                    "response.created", "response.in_progress", "response.output_item.added",
                    "response.content_part.added",
                ]
            )
            types.removeAll { $0 == "response.output_text.delta" || $0 == "response.output_text.annotation.added" }
            #expect(
                types.dropFirst(4) == [
                    "response.output_text.done", "response.content_part.done", "response.output_item.done",
                    "response.completed",
                ]
            )
            let deltas = events.filter { $0["type"] == "response.output_text.delta" }
            let whole = deltas.compactMap { $0["delta"]?.string }.joined()
            let final = try #require(events.last?["response"])
            #expect(
                whole == text(final)
                    && whole == events.first { $0["type"] == "response.output_text.done" }?["text"]?.string
            )
            #expect(Set(events.compactMap { $0["response"]?["id"] }).count == 1)
            #expect(Set(events.compactMap { $0["item_id"] ?? $0["item"]?["id"] }).count == 1)
        }
    }

    /// Whatever a client saw before it was cut off, the rest follows, also long after the answer.
    @Test func everyRestOfAStreamIsTheSame() async throws {
        try await StudioFixture.withKnee { studio in
            let live = try await studio.respond(Self.question, ["stream": true]).events
            let id = try #require(live.first?["response"]?["id"]?.string)
            let path = "/openai/v1/responses/\(id)?stream=true"
            func compared(_ events: [JSONValue]) -> [JSONValue] {
                // What was requested isn't kept, so a response that is read later doesn't repeat it.
                events.map { event in event["response"] == nil ? event : ["type": event["type"] ?? .null] }
            }
            for after in live.indices {
                let rest = try await studio.door("GET", "\(path)&starting_after=\(after)", studio.token).events
                #expect(compared(rest) == compared(Array(live.dropFirst(after + 1))))
            }
            let final = try await studio.door("GET", path, studio.token).events.last?["response"]
            #expect(final.flatMap(text) == live.last?["response"].flatMap(text))
        }
    }

    @Test func branchesGrowFromAnyResponse() async throws {
        try await StudioFixture.withKnee { studio in
            let first = try #require(try await studio.respond(Self.question).json["id"]?.string)
            let more: JSONValue = ["previous_response_id": .string(first)]
            let second = try await studio.respond("And since when?", more).json
            let branch = try await studio.respond("Schedule a call with her tomorrow at 3pm", more).json
            #expect(second["previous_response_id"]?.string == first && branch["previous_response_id"]?.string == first)
            #expect(branch["spotter"]?["conversationId"] == second["spotter"]?["conversationId"])
            // The pronoun is understood from the branch's own past.
            #expect(branch["spotter"]?["proposals"]?[0]?["tool"] == "scheduleCall", "\(branch.text)")
            let read = try await studio.door("GET", "/openai/v1/responses/\(branch["id"]?.string ?? "")", studio.token)
            #expect(read.json["previous_response_id"]?.string == first)
        }
    }

    @Test func inputItemsAreWhatWasAsked() async throws {
        try await StudioFixture.withKnee { studio in
            let id = try #require(try await studio.respond(Self.question).json["id"]?.string)
            let path = "/openai/v1/responses/\(id)/input_items"
            let page = try await studio.door("GET", path, studio.token).json
            #expect(page["object"] == "list" && page["has_more"] == false && page["data"]?.array?.count == 1)
            #expect(page["data"]?[0]?["content"]?[0] == ["type": "input_text", "text": Self.question])
            #expect(page["first_id"] == page["last_id"])
            let after = try await studio.door("GET", "\(path)?after=\(page["first_id"]?.string ?? "")", studio.token)
            #expect(after.json["data"] == [])
            #expect(try await studio.door("GET", "\(path)?limit=0", studio.token).status == 400)
            #expect(try await studio.door("GET", "\(path)?order=up", studio.token).error?["param"] == "order")
        }
    }

    @Test func somebodyElsesResponseIsLikeNone() async throws {
        try await StudioFixture.withKnee { studio in
            let id = try #require(try await studio.respond(Self.question).json["id"]?.string)
            let sara = Credential.bearer(studio.sara.accessToken.reveal())
            let unknown = "resp_018f000000007000800000000000dead"
            for (method, path) in [("GET", ""), ("DELETE", ""), ("POST", "/cancel"), ("GET", "/input_items")] {
                let foreign = try await studio.door(method, "/openai/v1/responses/\(id)\(path)", sara)
                let missing = try await studio.door(method, "/openai/v1/responses/\(unknown)\(path)", sara)
                #expect(foreign.status == 404 && missing.status == 404)
                #expect(foreign.text.replacing(id, with: unknown) == missing.text)
            }
            for previous in [id, unknown, "resp_x", "nonsense"] {
                let more: JSONValue = ["previous_response_id": .string(previous)]
                let answer = try await studio.respond("And?", more, by: sara)
                #expect(answer.status == 404 && answer.error?["code"] == "previous_response_not_found")
                #expect(answer.error?["param"] == "previous_response_id")
            }
            #expect(try await studio.door("GET", "/openai/v1/responses/\(id)", studio.token).status == 200)
        }
    }

    @Test func aDeletedResponseIsGoneWithItsConversation() async throws {
        try await StudioFixture.withKnee { studio in
            let id = try #require(try await studio.respond(Self.question).json["id"]?.string)
            #expect(try await studio.conversations().count == 1)
            let deleted = try await studio.door("DELETE", "/openai/v1/responses/\(id)", studio.token)
            #expect(deleted.json == ["id": .string(id), "object": "response", "deleted": true])
            #expect(try await studio.door("GET", "/openai/v1/responses/\(id)", studio.token).status == 404)
            #expect(try await studio.conversations() == [])
        }
    }

    @Test func whatIsntStoredIsGoneWhenItIsAnswered() async throws {
        try await StudioFixture.withKnee { studio in
            let kept = try #require(try await studio.respond(Self.question).json["id"]?.string)
            for more in [["store": false], ["store": false, "previous_response_id": .string(kept)]] as [JSONValue] {
                let answer = try await studio.respond("And since when?", more).json
                let path = "/openai/v1/responses/\(answer["id"]?.string ?? "")"
                #expect(answer["status"] == "completed")
                #expect(try await studio.door("GET", path, studio.token).status == 404)
            }
            #expect(try await studio.door("GET", "/openai/v1/responses/\(kept)", studio.token).status == 200)
            #expect(try await studio.conversations().count == 1)
        }
    }

    /// What an answer was made from decides what is left of it, behind this door too.
    @Test func aResponseGoesWithTheMessageThatItCites() async throws {
        try await StudioFixture.withKnee { studio in
            let answer = try await studio.respond(Self.question).json
            let message = try #require(answer["spotter"]?["citations"]?[0]?["messageId"]?.string)
            let path = "/v1/chats/\(studio.chat)/messages/\(message)"
            #expect(try await studio.server.request("DELETE", path, as: studio.sara).status == 204)
            let read = try await studio.door("GET", "/openai/v1/responses/\(answer["id"]?.string ?? "")", studio.token)
            #expect(!read.text.contains("knee hurts") && read.status == 200, "\(read.text)")
        }
    }
}

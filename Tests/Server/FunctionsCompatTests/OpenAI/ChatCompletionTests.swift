import Domain
import ModelTestKit
import ServerTestKit
import TestSupport
import Testing

/// Chat completions without a language model: shapes, history, what is kept.
@Suite(.standardTimeLimit) struct ChatCompletionTests {
    private static let question = "What did Sara say about her knee?"

    @Test func anAnswerHasOpenAIsShapeAndItsSources() async throws {
        try await StudioFixture.withKnee { studio in
            let answer = try await studio.complete(.asking(Self.question))
            #expect(answer.status == 200 && answer.headers["x-request-id"] != nil)
            let json = answer.json
            #expect(
                json.keys == [
                    "id", "object", "created", "model", "choices", "usage", "system_fingerprint", "spotter",
                ]
            )
            #expect(json["object"] == "chat.completion" && json["model"] == "built-in" && json["created"]?.int ?? 0 > 0)
            let choice = try #require(json["choices"]?[0])
            #expect(choice["finish_reason"] == "stop" && choice["index"] == 0)
            let message = try #require(choice["message"])
            #expect(message.keys == ["role", "content", "refusal", "annotations"])
            let text = try #require(message["content"]?.string)
            #expect(text.contains("knee"))
            let citation = try #require(message["annotations"]?[0]?["url_citation"])
            let (start, end) = (try #require(citation["start_index"]?.int), try #require(citation["end_index"]?.int))
            #expect(String(String.UnicodeScalarView(Array(text.unicodeScalars)[start..<end])) == "[1]")
            let cited = try #require(json["spotter"]?["citations"]?[0])
            let link = "/chats/\(studio.chat)?message=\(cited["messageId"]?.string ?? "")"
            #expect(citation["url"]?.string == studio.server.baseURL + link)
            #expect(citation["title"] == "Sara Lindqvist, 2026-03-11")
            #expect(json["usage"]?["total_tokens"] == 0)
        }
    }

    @Test func aStreamHasOneIdARoleFirstAndDoneLast() async throws {
        try await StudioFixture.withKnee { studio in
            let more: JSONValue = ["stream": true, "stream_options": ["include_usage": true]]
            let answer = try await studio.complete(.asking(Self.question), more)
            #expect(answer.headers["content-type"] == "text/event-stream; charset=utf-8")
            #expect(answer.text.hasSuffix("data: [DONE]\n\n"))
            let chunks = answer.events
            #expect(Set(chunks.map { $0["id"] }).count == 1 && Set(chunks.map { $0["created"] }).count == 1)
            #expect(chunks.allSatisfy { $0["object"] == "chat.completion.chunk" })
            let choices = chunks.dropLast().map { $0["choices"]?[0] }
            #expect(choices.first??["delta"] == ["role": "assistant", "content": ""])
            #expect(choices.dropLast().allSatisfy { $0?["finish_reason"] == nil })
            #expect(choices.last??["finish_reason"] == "stop" && choices.last??["delta"] == [:])
            #expect(chunks.last?["choices"] == [] && chunks.last?["usage"]?["total_tokens"] == 0)
            #expect(chunks.dropLast().allSatisfy { $0["usage"] == nil })
            let text = choices.compactMap { $0?["delta"]?["content"]?.string }.joined()
            let whole = try await studio.complete(.asking(Self.question)).json
            #expect(text == whole["choices"]?[0]?["message"]?["content"]?.string)
            let annotations = choices.compactMap { $0?["delta"]?["annotations"] }
            #expect(annotations == [whole["choices"]?[0]?["message"]?["annotations"]])
        }
    }

    @Test func whatWasSaidBeforeIsReadWithTheQuestion() async throws {
        try await StudioFixture.withKnee { studio in
            let alone = try await studio.complete(.asking("And since when?"))
            let messages = JSONValue.messages(
                ("system", "Be brief."),
                ("user", Self.question),
                ("assistant", "Her left knee hurts."),
                ("user", "And since when does it hurt?")
            )
            let answer = try await studio.complete(messages)
            #expect(answer.json["spotter"]?["citations"]?.array?.count ?? 0 > 0, "\(answer.text)")
            #expect(alone.json["spotter"]?["citations"] == [])
        }
    }

    @Test func nothingIsKeptUnlessAsked() async throws {
        try await StudioFixture.withKnee { studio in
            let answer = try await studio.complete(.asking(Self.question))
            #expect(answer.json["spotter"]?["conversationId"] == nil)
            _ = try await studio.complete(.asking(Self.question), ["stream": true])
            #expect(try await studio.conversations() == [])
            let kept = try await studio.complete(.asking(Self.question), ["store": true])
            #expect(kept.json["spotter"]?["conversationId"] != nil)
            #expect(try await studio.conversations().count == 1)
        }
    }

    @Test func modelsAreListedAndRetrieved() async throws {
        try await StudioFixture.withKnee { studio in
            let key = Credential.bearer(try await studio.key("assistant"))
            for base in ["/openai/v1", "/v1"] {
                let list = try await studio.door("GET", "\(base)/models", key)
                let names = list.json["data"]?.array?.compactMap { $0["id"]?.string }
                #expect(list.json["object"] == "list" && names == ["spotter", "built-in"])
                let one = try await studio.door("GET", "\(base)/models/built-in", key)
                #expect(one.json == ["id": "built-in", "object": "model", "created": 0, "owned_by": "spotter"])
                let none = try await studio.door("GET", "\(base)/models/gpt-4o", key)
                #expect(none.status == 404 && none.error?["code"] == "model_not_found")
            }
        }
    }

    @Test func aConversationBehindTheDoorIsRefusedAtItsLimits() async throws {
        try await StudioFixture.withKnee { studio in
            let long = try await studio.complete(.asking(String(repeating: "a", count: 4_001)))
            #expect(long.status == 400 && long.error?["code"] == "context_length_exceeded")
            let huge = try await studio.complete(.asking(String(repeating: "a", count: 1 << 20)))
            #expect(huge.status == 413 && huge.error?["type"] == "invalid_request_error")
            let many = JSONValue.array(Array(repeating: ["role": "user", "content": "a"], count: 20_000))
            #expect(try await studio.complete(many).error?["code"] == "invalid_json")
        }
    }
}

import Domain
import LanguageModels
import ModelTestKit
import ServerTestKit
import SpotterAPI
import SpotterServer
import Testing

/// The assistant's door with a language model behind it, and what becomes of answers when that fails.
@Suite struct AssistantProviderTests {
    /// Two words reach the readers; the third may still become a link, so it waits.
    static let cutOff = ScriptedResponse.text("one two three four").cut(after: 4, .hang)

    static func with(
        _ responses: [ScriptedResponse],
        _ body: @Sendable (AssistantFixture, ScriptedProvider) async throws -> Void
    ) async throws {
        let provider = try await ScriptedProvider(responses: responses)
        try await AssistantFixture.open(provider: provider) { try await body($0, provider) }
        await provider.stop()
    }

    @Test func textStreamsWithCitationsAndUsage() async throws {
        let text = "Sara has knee pain [1]. Rest helps."
        let usage: ScriptedResponse = .text(
            text,
            usage: .init(inputTokens: 120, cachedInputTokens: 64, outputTokens: 9)
        )
        try await Self.with([usage]) { studio, _ in
            let said = try await studio.say("My knee hurts since Sunday", studio.sara)
            let reader = try await studio.stream("Whose knee hurts?")
            let events = try await reader.rest()
            #expect(events.names.prefix(2) == ["started", "retrieved"])
            #expect(events.names.suffix(2) == ["usage", "completed"])
            #expect(events.names.count { $0 == "text.delta" } > 1)
            #expect(events.text == text)
            let completed = try #require(events.first("completed"))
            #expect(completed["text"]?.string == text && completed["model"] == "scripted")
            #expect(completed["citations"]?.array?.map { $0["messageId"] } == [.string(said.id.description)])
            let told: JSONValue = ["inputTokens": 120, "cachedInputTokens": 64, "outputTokens": 9]
            #expect(completed["usage"] == told)
            // It stays with the message.
            let conversation = try #require(completed["conversationId"]?.string)
            #expect(try await studio.lastTurn(of: conversation)?["answer"]?["usage"] == told)
        }
    }

    // MARK: No answer

    @Test func withoutItsModelTheRestOfTheServerWorks() async throws {
        try await AssistantFixture.open {
            // Nobody listens there.
            $0.languageModel = .init(baseURL: "http://127.0.0.1:1/v1", apiKey: nil, model: "scripted")
        } _: { studio in
            async let whole = studio.ask("How is Sara?")
            async let streamed: [ServerEvent] = {
                let reader = try await studio.stream("How is Sara?")
                return try await reader.rest()
            }()
            let sent = try await studio.request(
                "POST",
                "/v1/chats/\(studio.chat)/messages",
                ["clientMessageId": "meanwhile", "text": "Chat works"]
            )
            #expect(sent.status == 201)
            let found = try await studio.request("POST", "/v1/search", ["query": "works", "mode": "text"])
            #expect(found.json["results"]?.array?.count == 1)

            let answer = try await whole
            #expect(answer.status == 200 && answer.json["model"] == "built-in")
            #expect(answer.json["text"]?.string?.contains("can't be reached") == true)
            #expect(answer.json["text"]?.string?.contains("built-in assistant answers:") == true)
            let events = try await streamed
            #expect(events.names.first == "started" && events.names.last == "completed")
            #expect(events.last?.data["model"] == "built-in" && events.last?.data["text"]?.string == events.text)

            let builtIn = try await studio.ask("What is on tomorrow?", more: ["model": "built-in"])
            #expect(builtIn.status == 200)
        }
    }

    @Test func aRateLimitSaysWhenToComeBack() async throws {
        let limited = ScriptedResponse.error(429, "slow down", headers: [("retry-after", "30")])
        try await Self.with([limited, limited]) { studio, _ in
            let answer = try await studio.ask("How is Sara?")
            #expect(answer.status == 429 && answer.errorCode == "model_rate_limited")
            #expect(answer.json["error"]?["retryAfterMs"] == 30_000)
            #expect(answer.headers["retry-after"] == "30")
            let reader = try await studio.stream("How is Sara?")
            let error = try await reader.rest().last
            #expect(error?.name == "error" && error?.data["error"]?["code"] == "model_rate_limited")
            #expect(error?.data["error"]?["retryAfterMs"] == 30_000)
        }
    }

    // MARK: Half an answer

    @Test func aBrokenStreamKeepsWhatCame() async throws {
        try await Self.with([Self.cutOff]) { studio, provider in
            let reader = try await studio.stream("Count")
            let started = try await reader.next()
            try await reader.readText("one two")
            await provider.closeConnections()
            let rest = try await reader.rest()
            #expect(rest.text == " three")
            #expect(rest.last?.name == "error")
            #expect(rest.last?.data["error"]?["code"] == "model_interrupted")
            #expect(rest.last?.data["error"]?["retryable"] == true)

            let conversation = try #require(started?.data["conversationId"]?.string)
            let turn = try await studio.lastTurn(of: conversation)
            #expect(turn?["text"] == "one two three" && turn?["state"] == "interrupted")
            let again = try await studio.reattach(try #require(started?.data["messageId"]?.string))
            let events = try await again.rest()
            #expect(events.text == "one two three")
            #expect(events.last?.data["error"]?["code"] == "model_interrupted")
        }
    }

    @Test func stoppingKeepsWhatCame() async throws {
        try await Self.with([Self.cutOff]) { studio, provider in
            let reader = try await studio.stream("Count")
            let started = try #require(try await reader.next())
            let id = try #require(started.data["messageId"]?.string)
            try await reader.readText("one two")
            let foreign = try await studio.request("POST", "/v1/assistant/messages/\(id)/stop", as: studio.sara)
            #expect(foreign.status == 404)

            let stopped = try await studio.request("POST", "/v1/assistant/messages/\(id)/stop")
            #expect(stopped.status == 200)
            #expect(stopped.json["message"]?["state"] == "stopped")
            #expect(stopped.json["message"]?["text"] == "one two three")
            let rest = try await reader.rest()
            #expect(rest.last?.name == "completed" && rest.last?.data["text"] == "one two three")
            await provider.clientHungUp()
            let turn = try await studio.lastTurn(of: started.data["conversationId"]?.string ?? "")
            #expect(turn == stopped.json["message"])
        }
    }

    /// The provider answers only at its second try, and by then the reader has gone.
    @Test func whoLeavesEarlyFindsTheWholeAnswerLater() async throws {
        let busy = ScriptedResponse.error(503, "busy")
        try await Self.with([busy, .text("one two three four")]) { studio, provider in
            let reader = try await studio.stream("Count")
            let started = try #require(try await reader.next())
            await provider.requestArrived()
            await reader.leave()
            let again = try await studio.reattach(try #require(started.data["messageId"]?.string))
            let events = try await again.rest()
            #expect(events.names.first == "started" && events.names.last == "completed")
            #expect(events.text == "one two three four")
            #expect(events.last?.data["text"] == "one two three four")
            let turn = try await studio.lastTurn(of: started.data["conversationId"]?.string ?? "")
            #expect(turn?["state"] == "completed" && turn?["text"] == "one two three four")
        }
    }

    /// Somebody who comes in the middle gets the beginning too, and both readers get the end.
    @Test func aSecondReaderGetsEverything() async throws {
        try await Self.with([Self.cutOff]) { studio, _ in
            let first = try await studio.stream("Count")
            let started = try #require(try await first.next())
            let id = try #require(started.data["messageId"]?.string)
            try await first.readText("one two")
            let second = try await studio.reattach(id)
            try await second.readText("one two")
            #expect(try await studio.request("POST", "/v1/assistant/messages/\(id)/stop").status == 200)
            let ends = [try await first.rest().last, try await second.rest().last]
            #expect(ends.map { $0?.name } == ["completed", "completed"])
            #expect(ends[0]?.data == ends[1]?.data)
        }
    }
}

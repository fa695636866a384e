import Domain
import LanguageModels
import ModelTestKit
import OpenAIClient
import TestSupport
import Testing

/// What is particular to one protocol, over a real socket.
@Suite(.standardTimeLimit) struct ProtocolTests {
    @Test(
        arguments: [
            (.chat, "/v1/chat/completions", "authorization", "Bearer sk-1234"),
            (.responses, "/v1/responses", "authorization", "Bearer sk-1234"),
            (.gemini, "/v1/models/scripted:streamGenerateContent?alt=sse", "x-goog-api-key", "sk-1234"),
        ] as [(ModelAPI, String, String, String)]
    )
    func eachProtocolHasItsRouteAndItsHeader(api: ModelAPI, path: String, header: String, value: String) async throws {
        try await withProvider([], otherwise: .error(401, "no")) { provider, model async throws in
            #expect(try await model(api, apiKey: Secret("sk-1234")).ask().error?.code == .authentication)
            let request = try #require(provider.requests.first)
            #expect(request.method == "POST" && request.path == path && request.headers[header] == value)
            #expect(header == "authorization" || request.headers["authorization"] == nil)
        }
    }

    @Test(
        arguments: [
            (.responses, "Unsupported parameter: 'reasoning.summary'", "reasoning"),
            (.responses, "Encrypted content is not supported with this model", "include"),
            (.gemini, "thinking is not supported by this model", "generationConfig"),
        ] as [(ModelAPI, String, String)]
    )
    func whatAServerMindsIsLeftOutFromThenOn(api: ModelAPI, refusal: String, field: String) async throws {
        let recording = try #require(Recording.all.first { $0.api == api })
        let responses: [ScriptedResponse] = [.error(400, refusal), .body([recording.body]), .body([recording.body])]
        try await withProvider(responses) { provider, model async throws in
            let model = try model(api)
            for _ in 0..<2 { #expect(await model.ask().error == nil) }
            #expect(provider.requests.map { $0.json[field] != nil } == [true, false, false])
        }
    }

    @Test func aModelWithoutToolsIsAskedWithout() async throws {
        let refusal = ScriptedResponse.error(400, "registry.ollama.ai/library/gemma:2b does not support tools")
        try await withProvider([refusal, .text("ok")]) { provider, model async throws in
            let tool = ToolDefinition(name: "a", description: "", parameters: [:])
            let answer = try await model().collect(ModelRequest(messages: [.user("Hi")], tools: [tool]))
            #expect(answer.error == nil)
            #expect(provider.requests.map { $0.json["tools"] != nil } == [true, false])
        }
    }

    @Test func googlesPauseIsHonoured() async throws {
        let sleeps = Sleeps()
        let refusal = ScriptedResponse.json(
            ["error": ["code": 429, "status": "RESOURCE_EXHAUSTED", "details": [["retryDelay": "7s"]]]],
            status: 429
        )
        let recording = try #require(Recording.gemini.first)
        try await withProvider([refusal, .body([recording.body])]) { _, model async throws in
            #expect(try await model(.gemini, retry: sleeps.policy(retries: 1)).ask().error == nil)
            #expect(sleeps.all == [.seconds(7)])
        }
    }

    @Test(arguments: ModelAPI.allCases)
    func cancellingTheReaderCancelsTheRequestOfEachProtocol(api: ModelAPI) async throws {
        try await withProvider([.hang]) { provider, model async throws in
            let stream = try model(api).stream(ModelRequest(messages: [.user("Hi")]))
            let reader = Task { for try await _ in stream {} }
            await provider.requestArrived()
            reader.cancel()
            try await reader.value
            // The provider is silent: nothing else would end this.
            await provider.clientHungUp()
        }
    }

    @Test(arguments: ModelAPI.allCases)
    func aConnectionThatIsOnlyKeptOpenIsNoAnswer(api: ModelAPI) async throws {
        let clock = TestClock()
        let comments = ScriptedResponse.body([": OPENROUTER PROCESSING\n\n"]).cut(after: 1, .hang)
        try await withProvider([comments]) { provider, model async throws in
            let stream = try model(api, clock: clock).stream(ModelRequest(messages: [.user("Hi")]))
            await provider.requestArrived()
            // The default is below the minute after which clients give up.
            clock.advance(by: .seconds(50))
            let error = await #expect(throws: ModelError.self) { for try await _ in stream {} }
            #expect(error?.code == .timeout)
            await provider.clientHungUp()
        }
    }

    @Test func attemptsTogetherHaveTheTimeOfOne() async throws {
        let clock = TestClock()
        let policy = RetryPolicy(retries: 9, random: { 1 }, sleep: { _ in clock.advance(by: .seconds(20)) })
        try await withProvider([], otherwise: .error(503, "down")) { provider, model async throws in
            let error = try await model(retry: policy, clock: clock).ask().error
            #expect(error?.isRetryable == true)
            #expect(provider.requests.count <= 4)
        }
    }
}

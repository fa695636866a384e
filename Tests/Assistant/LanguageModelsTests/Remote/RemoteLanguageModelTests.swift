import AsyncHTTPClient
import Domain
import ModelTestKit
import Testing

@testable import LanguageModels

/// The whole client, over a real socket.
@Suite struct RemoteLanguageModelTests {
    @Test func aTextStreamsInAndTheRequestIsAsTheProtocolWantsIt() async throws {
        let usage = ModelUsage(inputTokens: 12, outputTokens: 3)
        try await withProvider([.text("Squat on Monday", usage: usage)]) { provider, model async throws in
            let (events, error) = try await model(apiKey: Secret("sk-1234")).ask()
            #expect(error == nil)
            #expect(Recording.joined(events) == [.textDelta("Squat on Monday"), .usage(usage), .finished(.stop)])
            #expect(events.count == 5)

            let request = try #require(provider.requests.first)
            #expect(request.method == "POST" && request.path == "/v1/chat/completions")
            #expect(request.headers["authorization"] == "Bearer sk-1234")
            #expect(request.headers["content-type"] == "application/json")
            #expect(request.json["model"] == "scripted" && request.json["stream"] == true)
            #expect(request.json["messages"] == [["role": "user", "content": "Hi"]])
            #expect(request.json["stream_options"] == ["include_usage": true])
        }
    }

    @Test(arguments: Recording.all, [1, 7, 4096])
    func recordingsComeThroughWhateverTheirPieces(recording: Recording, size: Int) async throws {
        let response = ScriptedResponse.body([recording.body]).cutIntoPieces(of: size)
        try await withProvider([response]) { _, model async throws in
            let (events, error) = try await model(recording.api).ask()
            #expect(error == nil)
            #expect(Recording.joined(events).count == recording.events.count)
            #expect(events.last == recording.events.last)
        }
    }

    @Test func callsComeWholeAndACallWithoutAnIdGetsOneOfItsOwn() async throws {
        let calls = [
            ToolCall(id: "c1", name: "setReminder", rawArguments: #"{"text":"água"}"#),
            ToolCall(id: "", name: "searchMessages", rawArguments: "{}"),
        ]
        try await withProvider([.toolCalls(calls)]) { _, model async throws in
            let (events, _) = try await model().ask([.user("a"), .assistant(text: "b"), .user("c")])
            let named = ToolCall(id: "call_3_1", name: "searchMessages", rawArguments: "{}")
            #expect(events == [.toolCall(calls[0]), .toolCall(named), .finished(.toolCalls)])
        }
    }

    @Test func aPlainAnswerToAStreamingRequestIsReadAllTheSame() async throws {
        let body: JSONValue = ["choices": [["message": ["content": "Hi"], "finish_reason": "stop"]]]
        try await withProvider([.json(body)]) { _, model async throws in
            #expect(try await model().ask().events == [.textDelta("Hi"), .finished(.stop)])
        }
    }

    @Test func aFinishedAnswerLeavesItsConnectionForTheNext() async throws {
        try await withProvider([.text("one"), .text("two"), .text("three")]) { provider, model async throws in
            let model = try model()
            for _ in 0..<3 { #expect(await model.ask().error == nil) }
            #expect(provider.requests.count == 3)
            #expect(provider.connections <= 2)
        }
    }

    @Test func aServerThatMindsStreamOptionsIsAskedWithoutOnceAndForAll() async throws {
        let refusal = ScriptedResponse.error(400, "Unknown field: stream_options")
        try await withProvider([refusal, .text("one"), .text("two")]) { provider, model async throws in
            let model = try model()
            #expect(await model.ask().error == nil)
            #expect(await model.ask().error == nil)
            #expect(provider.requests.map { $0.json["stream_options"] != nil } == [true, false, false])
        }
    }

    @Test func aServerThatKeepsMindingIsNotAskedForEver() async throws {
        try await withProvider([], otherwise: .error(400, "stream_options!")) { provider, model async throws in
            #expect(try await model().ask().error?.code == .rejected)
            #expect(provider.requests.count == 2)
        }
    }

    @Test func reasoningModelsGetMaxCompletionTokensAndNoTemperature() async throws {
        let responses: [ScriptedResponse] = [
            .error(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
            .error(400, "Unsupported value: 'temperature' does not support 0.2 with this model."), .text("ok"),
        ]
        try await withProvider(responses) { provider, model async throws in
            let request = ModelRequest(messages: [.user("Hi")], temperature: 0.2, maxOutputTokens: 9)
            #expect(try await model().collect(request).error == nil)
            let body = try #require(provider.requests.last?.json)
            #expect(body["max_completion_tokens"] == 9 && body["max_tokens"] == nil && body["temperature"] == nil)
        }
    }

    @Test(arguments: ["", "sk 1", "sk-1\r\nx: y", "clé"])
    func aKeyThatCantBeOneIsRefusedAtOnceAndNeverShown(key: String) async throws {
        try await withProvider([]) { provider, _ async throws in
            let configuration = RemoteLanguageModel.Configuration(
                baseURL: provider.baseURL,
                apiKey: Secret(key),
                model: "m"
            )
            let error = #expect(throws: ModelError.self) {
                _ = try RemoteLanguageModel(configuration: configuration, httpClient: .shared)
            }
            #expect(error?.code == .authentication)
            #expect(key.isEmpty || error.map { !"\($0)".contains(key) } == true)
            #expect(!"\(configuration)".contains("sk"))
        }
    }
}

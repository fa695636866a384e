import Accounts
import Assistant
import AsyncHTTPClient
import Domain
import LanguageModels
import ModelBudgets
import ModelTestKit
import OpenAIClient
import SpotterAPI
import Testing

/// An answer in two rounds, the first of which searches, by the protocols that want their own words back.
@Suite struct ProtocolRoundTests {
    private static func rounds(
        _ api: ModelAPI,
        _ bodies: [String],
        _ check: (AssistantAnswer, ScriptedProvider.Request) throws -> Void
    ) async throws {
        let provider = try await ScriptedProvider(responses: bodies.map { .body([$0]) })
        let model = try RemoteLanguageModel(
            configuration: .init(api: api, baseURL: provider.baseURL, model: "m", retry: RetryPolicy(retries: 0)),
            httpClient: .shared
        )
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let (sara, chat) = try await fixture.client("Sara Chen", of: coach)
        try await fixture.say("I have an allergy to peanuts", sara, in: chat)
        let assistant = fixture.assistant(models: [model])
        let answer = try await assistant.query(.init(message: "Zzz?"), by: coach).answer()
        #expect(provider.requests.count == 2)
        try check(answer, try #require(provider.requests.last))
        #expect(try await assistant.budgets.usage(of: coach.userId).day.requests == 2)
        await provider.stop()
    }

    @Test func geminiGetsItsSignatureBack() async throws {
        let call =
            #"{"functionCall":{"name":"searchMessages","args":{"query":"allergy peanuts"}},"thoughtSignature":"c2ln"}"#
        let bodies = [
            #"data: {"candidates":[{"content":{"parts":[\#(call)]},"finishReason":"STOP"}]}"#,
            #"data: {"candidates":[{"content":{"parts":[{"text":"Sara: peanuts [1]"}]},"finishReason":"STOP"}],"#
                + #""usageMetadata":{"promptTokenCount":400,"candidatesTokenCount":5}}"#,
        ]
        try await Self.rounds(.gemini, bodies.map { $0 + "\r\n\r\n" }) { answer, request in
            #expect(answer.text == "Sara: peanuts [1]" && answer.citations.count == 1)
            let contents = try #require(request.json["contents"]?.array)
            #expect(contents.dropLast().last?["parts"]?[0] == JSONValue.parse(call))
            let result = contents.last?["parts"]?[0]?["functionResponse"]
            #expect(result?["name"] == "searchMessages" && result?["id"] == nil)
            #expect(result?["response"]?["result"]?.string?.contains("allergy to peanuts") == true)
        }
    }

    @Test func responsesGetsItsReasoningBack() async throws {
        let reasoning = #"{"id":"rs_1","type":"reasoning","summary":[],"encrypted_content":"Z0FB"}"#
        let call =
            #"{"id":"fc_1","type":"function_call","call_id":"call_1","name":"searchMessages","#
            + #""arguments":"{\"query\":\"allergy peanuts\"}"}"#
        let message = #"{"type":"message","content":[{"type":"output_text","text":"Sara: peanuts [1]"}]}"#
        func completed(_ items: String...) -> String {
            #"data: {"type":"response.completed","response":{"status":"completed","output":["#
                + items.joined(separator: ",") + #"],"usage":{"input_tokens":400,"output_tokens":5}}}"# + "\n\n"
        }
        try await Self.rounds(.responses, [completed(reasoning, call), completed(message)]) { answer, request in
            #expect(answer.text == "Sara: peanuts [1]" && answer.citations.count == 1)
            #expect(answer.usage == .init(inputTokens: 800, outputTokens: 10))
            let input = try #require(request.json["input"]?.array)
            #expect(Array(input.suffix(3).prefix(2)) == [reasoning, call].compactMap { JSONValue.parse($0) })
            #expect(input.last?["call_id"] == "call_1")
            #expect(input.last?["output"]?.string?.contains("allergy to peanuts") == true)
        }
    }
}

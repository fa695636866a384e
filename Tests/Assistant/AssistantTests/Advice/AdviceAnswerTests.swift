import Accounts
import Assistant
import AssistantTools
import AsyncHTTPClient
import Domain
import LanguageModels
import Messaging
import ModelTestKit
import OpenAIClient
import SpotterAPI
import Storage
import Testing

/// Advice by a model behind a real socket, and without one.
@Suite struct AdviceAnswerTests {
    static let json = """
        {"advice":"Let Sara rest two days [1].","alternatives":["Cycle","Swim [1]"],"confidence":82,\
        "reasoning":"Her knee hurts [1]. See https://evil.example/x"}
        """

    private static func studio(_ fixture: AssistantFixture) async throws -> (coach: Principal, message: Message) {
        let coach = try await fixture.person("Alex Moore", .trainer)
        let (sara, chat) = try await fixture.client("Sara Chen", of: coach)
        return (coach, try await fixture.say("My knee hurts since Sunday", sara, in: chat, daysAgo: 3))
    }

    @Test func aModelAdvisesInOneObject() async throws {
        try await PromptProviderTests.with([.text(Self.json, usage: .init(inputTokens: 100, outputTokens: 20))]) {
            fixture,
            assistant,
            provider in
            let (coach, message) = try await Self.studio(fixture)
            let generation = try await assistant.advise(.init(message: "Should Sara run, her knee hurts?"), by: coach)
            let events = await generation.events().told()
            let answer = try await generation.answer()
            #expect(answer.text == "Let Sara rest two days [1].")
            #expect(events.filter { $0.hasPrefix("text ") }.count > 2)
            #expect(!events.joined().contains("confidence"))
            let advice = try #require(answer.advice)
            #expect(advice.confidence == 0.82 && advice.confidenceSource == .model)
            #expect(advice.reasoning == "Her knee hurts [1]. See (link removed)")
            #expect(advice.alternatives == [.init(title: "Cycle"), .init(title: "Swim [1]")])
            #expect(answer.citations.map(\.messageId) == [message.id])
            #expect(answer.model == "scripted" && answer.usage.outputTokens == 20)
            let asked = try #require(provider.requests.first?.json)
            #expect(asked["response_format"]?["json_schema"]?["strict"] == true)
            // What is read again later is the same.
            let tree = try await assistant.conversations.get(answer.conversationId, for: coach.actor)
            #expect(tree.turns.last?.answer == answer)
            #expect(events.last == "completed Let Sara rest two days [1].")
        }
    }

    /// The user asks for an action in the same breath, and the model tries.
    @Test func advicePreparesNothing() async throws {
        let call = ToolCall(
            id: "1",
            name: "sendMessage",
            arguments: ["clientName": "Sara Chen", "messageText": "rest two days"]
        )
        try await PromptProviderTests.with([.toolCalls([call]), .text(Self.json)]) { fixture, assistant, provider in
            let (coach, _) = try await Self.studio(fixture)
            let question = "Tell Sara to rest two days, and what else would you advise for her knee?"
            let answer = try await assistant.advise(.init(message: question), by: coach).answer()
            #expect(answer.proposals.isEmpty && answer.needs == nil && answer.advice != nil)
            #expect(try await fixture.proposalMaker.stored().isEmpty)
            let tools = provider.requests.first?.json["tools"]?.array?.compactMap { $0["function"]?["name"]?.string }
            #expect(tools == ["searchMessages", "findContacts"])
            let result = provider.requests.last?.json["messages"]?.array?.last?["content"]?.string
            #expect(result == "There is no tool \"sendMessage\".")
        }
    }

    @Test(arguments: [
        ("Just rest.", "Just rest.", 0.1), (#"{"message":"Rest.","score":"70%"}"#, "Rest.", 0.7),
        ("```json\n{\"main_advice\":\"Rest.\",\"confidence_score\":0.5}\n```", "Rest.", 0.5),
        (#"{"advice":"Cut off in the mid"#, "Cut off in the mid", 0.1),
    ])
    func whateverItWritesIsAdvice(text: String, main: String, confidence: Double) async throws {
        try await PromptProviderTests.with([.text(text)]) { fixture, assistant, _ in
            let (coach, _) = try await Self.studio(fixture)
            let answer = try await assistant.advise(.init(message: "Should Sara run?"), by: coach).answer()
            #expect(answer.text == main && answer.advice?.confidence == confidence)
        }
    }

    @Test func aServerWithoutSchemasIsAskedWithout() async throws {
        let responses: [ScriptedResponse] = [
            .error(400, "This response_format type is unavailable now"), .text(Self.json),
        ]
        try await PromptProviderTests.with(responses) { fixture, assistant, provider in
            let (coach, _) = try await Self.studio(fixture)
            let answer = try await assistant.advise(.init(message: "Should Sara run?"), by: coach).answer()
            #expect(answer.advice?.confidence == 0.82)
            #expect(provider.requests.last?.json["response_format"] == ["type": "json_object"])
        }
    }

    @Test func anotherAnswerToItIsAdviceToo() async throws {
        try await PromptProviderTests.with([.text(Self.json), .text(Self.json)]) { fixture, assistant, _ in
            let (coach, _) = try await Self.studio(fixture)
            let first = try await assistant.advise(.init(message: "Should Sara run?"), by: coach).answer()
            let again = try await assistant.regenerate(first.messageId, by: coach).answer()
            #expect(again.advice?.confidence == 0.82 && again.messageId != first.messageId)
        }
    }

    // MARK: Without a model

    @Test func theBuiltInAssistantAdvisesWithItsSources() async throws {
        let fixture = try await AssistantFixture()
        let assistant = fixture.assistant()
        let (coach, message) = try await Self.studio(fixture)
        let answer = try await assistant.advise(.init(message: "Whose knee hurts since Sunday?"), by: coach).answer()
        let advice = try #require(answer.advice)
        #expect(answer.model == "built-in" && answer.citations.map(\.messageId) == [message.id])
        #expect(advice.confidenceSource == .builtIn && advice.alternatives.isEmpty && advice.reasoning != nil)
        #expect(advice.confidence == (answer.kind == .answer ? 0.74 : 0.4))
        let unknown = try await assistant.advise(.init(message: "What about quantum entanglement?"), by: coach).answer()
        #expect(unknown.kind != .answer && unknown.advice?.confidence ?? 1 <= 0.4)
    }

    @Test func theBuiltInAssistantOnlyAdvises() async throws {
        let fixture = try await AssistantFixture()
        let assistant = fixture.assistant()
        let (coach, _) = try await Self.studio(fixture)
        let answer = try await assistant.advise(
            .init(message: "Remind me tomorrow at 9 to call Sara"),
            by: coach
        ).answer()
        #expect(answer.kind == .unable && answer.proposals.isEmpty && answer.advice?.confidence == 0)
        #expect(try await fixture.proposalMaker.stored().isEmpty)
    }

    @Test func whileTheModelIsDownTheBuiltInAssistantAdvises() async throws {
        let fixture = try await AssistantFixture()
        let down = ScriptedModel(turns: [.init([], error: ModelError(.unavailable, "It can't be reached."))])
        let assistant = fixture.assistant(models: [down])
        let (coach, _) = try await Self.studio(fixture)
        let answer = try await assistant.advise(.init(message: "Whose knee hurts?"), by: coach).answer()
        #expect(answer.model == "built-in" && answer.text.hasPrefix("It can't be reached."))
        #expect(answer.advice?.confidenceSource == .builtIn)
    }

    /// The text of advice goes with its sources, its reasoning too.
    @Test func adviceGoesWithItsSources() async throws {
        try await PromptProviderTests.with([.text(Self.json)]) { fixture, assistant, _ in
            let (coach, message) = try await Self.studio(fixture)
            let answer = try await assistant.advise(.init(message: "Should Sara run?"), by: coach).answer()
            let note = AdviceFeedbackRequest(outcome: .bad, note: "zebranote")
            _ = try await assistant.ratings.rate(answer.messageId, note, by: coach.actor)
            let sara = Actor(userId: message.senderId, role: .client)
            try await fixture.messaging.messages.delete(message.id, in: message.chatId, by: sara)
            let turn = try await assistant.conversations.get(answer.conversationId, for: coach.actor).turns.last
            #expect(turn?.answer?.advice == nil && turn?.text.contains("rest") == false)
            let left = try await assistant.ratings.record(answer.messageId, for: coach.actor)
            #expect(left.note == nil && left.outcome == .bad && left.confidence == 0.82)
        }
    }
}

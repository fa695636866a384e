import Accounts
import Domain
import LanguageModels
import Messaging
import ModelTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Assistant

/// What a model tells of its reasoning stays with the answer, and goes nowhere else.
@Suite struct ThinkingTests {
    private static func thinking(_ thoughts: [String], _ text: String) -> ScriptedModel.Turn {
        .init(thoughts.map { .thinkingDelta($0) } + [.textDelta(text), .finished(.stop)])
    }

    @Test func itIsStoredShownAndNeverSentAgain() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = ScriptedModel { _, number in Self.thinking(["Ponder ", "\(number). "], "Answer \(number).") }
        let assistant = fixture.assistant(models: [model])
        let first = try await assistant.query(.init(message: "one"), by: coach).answer()
        _ = try await assistant.query(.init(message: "two", conversationId: first.conversationId), by: coach).answer()
        _ = try await assistant.regenerate(first.messageId, by: coach).answer()
        let tree = try await assistant.conversations.get(first.conversationId, for: coach.actor)
        let answers = tree.turns.filter { $0.role == .assistant }
        #expect(answers.map(\.thinking) == ["Ponder 0. ", "Ponder 1. ", "Ponder 2. "])
        #expect(tree.turns.filter { $0.role == .user }.allSatisfy { $0.thinking == nil })
        #expect(model.requests.count == 3 && !model.requests.contains { "\($0)".contains("Ponder") })
        let replayed = try await assistant.reattach(first.messageId, by: coach).told()
        #expect(replayed.prefix(3) == ["started", "thinking Ponder 0. ", "text Answer 0."])
    }

    @Test func itIsBounded() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = ScriptedModel { _, _ in
            Self.thinking(Array(repeating: String(repeating: "thought ", count: 500), count: 100), "Fine.")
        }
        let assistant = fixture.assistant(models: [model])
        let answer = try await assistant.query(.init(message: "one"), by: coach).answer()
        let tree = try await assistant.conversations.get(answer.conversationId, for: coach.actor)
        #expect(tree.turns.last?.thinking?.count == AnswerBuilder.maxThinking)
        #expect(answer.text == "Fine.")
    }

    /// An answer that somebody else's message went into loses it like its words.
    @Test(arguments: [true, false])
    func itGoesWithTheAnswer(deleted: Bool) async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let (sara, chat) = try await fixture.client("Sara Chen", of: coach)
        let message = try await fixture.say("My knee secret is zanzibar", sara, in: chat)
        let model = ScriptedModel { _, _ in Self.thinking(["She says zanzibar. "], "It hurts.") }
        let assistant = fixture.assistant(models: [model])
        let answer = try await assistant.query(.init(message: "Whose knee?"), by: coach).answer()
        fixture.clock.advance(milliseconds: 1000)
        if deleted {
            try await fixture.messaging.messages.delete(message.id, in: chat, by: sara.actor)
            #expect(try await !fixture.storedTexts().contains("zanzibar"))
        } else {
            _ = try await fixture.messaging.messages.edit(message.id, in: chat, to: "Nothing", by: sara.actor)
        }
        let tree = try await assistant.conversations.get(answer.conversationId, for: coach.actor)
        #expect(!"\(tree)".contains("zanzibar") && tree.turns.last?.thinking == nil)
        let replayed = try await assistant.reattach(answer.messageId, by: coach).told()
        #expect(!replayed.joined().contains("zanzibar"))
    }

    /// The model that thought is down; the built-in assistant answers, and didn't think.
    @Test func anotherModelsThoughtsAreNotKept() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = ScriptedModel { _, _ in
            .init([.thinkingDelta("Hm. ")], error: ModelError(.unavailable, "The model is down."))
        }
        let assistant = fixture.assistant(models: [model])
        let answer = try await assistant.query(.init(message: "hello"), by: coach).answer()
        let tree = try await assistant.conversations.get(answer.conversationId, for: coach.actor)
        #expect(answer.model == "built-in" && tree.turns.last?.thinking == nil)
    }
}

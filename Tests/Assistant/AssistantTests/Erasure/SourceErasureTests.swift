import Accounts
import Assistant
import AssistantTools
import Domain
import Messaging
import ModelTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

/// What an answer was made from decides what goes, not what it cites.
@Suite struct SourceErasureTests {
    private struct Scene {
        let fixture: AssistantFixture
        let coach: Principal
        let sara: Principal
        let chat: ChatID
        /// Cited by the answer.
        let cited: Message
        /// Used by the answer, but not cited.
        let used: Message
        let assistant: AssistantService
        let answer: AssistantAnswer

        /// A model that cites [1] and repeats what it was told in the other message.
        init(further: [ScriptedModel.Turn] = []) async throws {
            fixture = try await AssistantFixture()
            coach = try await fixture.person("Alex Moore", .trainer)
            let client = try await fixture.client("Sara Chen", of: coach)
            (sara, chat) = (client.principal, client.chat)
            used = try await fixture.say("My knee secret is zanzibar", sara, in: chat, daysAgo: 3)
            cited = try await fixture.say("The knee is better", sara, in: chat, daysAgo: 2)
            assistant = fixture.assistant(models: [
                ScriptedModel(turns: [.text("It's better [1], and the secret is zanzibar.")] + further)
            ])
            answer = try await assistant.query(.init(message: "What of zanzibar and the knee?"), by: coach).answer()
            fixture.clock.advance(milliseconds: 1000)
        }

        func tree() async throws -> ConversationTree {
            try await assistant.conversations.get(answer.conversationId, for: coach.actor)
        }
    }

    private func expectNothingLeft(of scene: Scene) async throws {
        let tree = try await scene.tree()
        #expect(!"\(tree)".contains("zanzibar"))
        #expect(!"\(tree)".contains("better"))
        #expect(tree.turns.count == 2)
        #expect(tree.conversation.title == "Erased")
        #expect(tree.turns.last?.answer?.citations == [])
        let replayed = try await scene.assistant.reattach(scene.answer.messageId, by: scene.coach).told()
        #expect(!replayed.joined().contains("zanzibar"))
        #expect(replayed.last?.hasPrefix("completed This answer was erased") == true)
        #expect(try await !scene.fixture.storedTexts().contains("zanzibar"))
        let left = try await scene.fixture.database.read {
            try $0.first("SELECT count(*) FROM turn_sources") { try $0.int(0) }
        }
        #expect(left == 0)
    }

    @Test func aMessageThatWasUsedButNotCitedTakesTheAnswerAlong() async throws {
        let scene = try await Scene()
        #expect(scene.answer.citations.map(\.messageId) == [scene.cited.id] || !scene.answer.citations.isEmpty)
        #expect(try await scene.fixture.storedTexts().contains("zanzibar"))
        try await scene.fixture.messaging.messages.delete(scene.used.id, in: scene.chat, by: scene.sara.actor)
        try await expectNothingLeft(of: scene)
    }

    @Test func anEndedMembershipTakesTheFormerMembersAnswersAlong() async throws {
        let scene = try await Scene()
        let theirs = try await scene.assistant.query(
            .init(message: "zanzibar", model: AssistantService.builtInName),
            by: scene.sara
        ).answer()
        try await scene.fixture.messaging.chats.remove(scene.coach.userId, from: scene.chat, by: scene.coach.actor)
        let tree = try await scene.tree()
        #expect(!"\(tree)".contains("zanzibar"))
        // Who stays keeps theirs.
        let kept = try await scene.assistant.conversations.get(theirs.conversationId, for: scene.sara.actor)
        #expect("\(kept)".contains("zanzibar"))
    }

    @Test func aChatWithoutMembersTakesEveryAnswerAlong() async throws {
        let scene = try await Scene()
        for person in [scene.coach, scene.sara] {
            try await scene.fixture.messaging.chats.remove(person.userId, from: scene.chat, by: person.actor)
        }
        try await expectNothingLeft(of: scene)
    }

    /// Who was told something repeats it: a model's later answers saw the earlier ones.
    @Test func laterAnswersOfTheModelGoToo() async throws {
        let scene = try await Scene(further: [.text("As I said: zanzibar."), .text("Once more: zanzibar.")])
        for question in ["Say it again", "And again"] {
            _ = try await scene.assistant.query(
                .init(message: question, conversationId: scene.answer.conversationId),
                by: scene.coach
            ).answer()
        }
        #expect(try await scene.tree().turns.count == 6)
        try await scene.fixture.messaging.messages.delete(scene.used.id, in: scene.chat, by: scene.sara.actor)
        #expect(try await !"\(scene.tree())".contains("zanzibar"))
        #expect(try await !scene.fixture.storedTexts().contains("zanzibar"))
    }

    /// Members still see what a message said before an edit, so that answers made from it are only withheld.
    @Test func anEditWithholdsTheAnswerAndThoseBelow() async throws {
        let scene = try await Scene(further: [.text("As I said: zanzibar.")])
        _ = try await scene.assistant.query(
            .init(message: "Say it again", conversationId: scene.answer.conversationId),
            by: scene.coach
        ).answer()
        scene.fixture.clock.advance(milliseconds: 1000)
        _ = try await scene.fixture.messaging.messages.edit(
            scene.used.id,
            in: scene.chat,
            to: "Nothing",
            by: scene.sara.actor
        )
        let answers = try await scene.tree().turns.filter { $0.role == .assistant }
        #expect(answers.count == 2)
        #expect(answers.allSatisfy { !$0.text.contains("zanzibar") })
    }

    @Test func anAnswerInTheMakingIsNotStored() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let (sara, chat) = try await fixture.client("Sara Chen", of: coach)
        let message = try await fixture.say("My knee secret is zanzibar", sara, in: chat)
        let model = FedModel()
        let assistant = fixture.assistant(models: [model])
        let generation = try await assistant.query(.init(message: "What of zanzibar?"), by: coach)
        await model.asked()
        model.say("It is zanzibar. ")
        try await fixture.messaging.messages.delete(message.id, in: chat, by: sara.actor)
        let told = await generation.events().told()
        #expect(told.last == "failed conflict")
        let tree = try await assistant.conversations.get(generation.conversationId, for: coach.actor)
        #expect(!"\(tree)".contains("zanzibar"))
        #expect(tree.turns.last?.state == .stopped)
    }

    @Test func aProposalGoesWithTheAnswerThatMadeIt() async throws {
        let scene = try await Scene()
        let proposal = try await scene.fixture.proposals().create(
            .setReminder(.init(text: "ask about zanzibar", dueAt: .latest)),
            summary: "Remind of zanzibar",
            for: scene.coach.userId,
            conversation: scene.answer.conversationId,
            turn: scene.answer.messageId
        )
        try await scene.fixture.messaging.messages.delete(scene.used.id, in: scene.chat, by: scene.sara.actor)
        let shown = try await scene.fixture.proposals().proposal(proposal.id, for: scene.coach.actor)
        #expect(shown.state == .cancelled)
        #expect(!"\(shown)".contains("zanzibar"))
        #expect(try await !scene.fixture.storedTexts().contains("zanzibar"))
        let entries = try await scene.fixture.audit.entries(of: scene.coach.actor)
        #expect(entries.map(\.state) == [.cancelled, .pending])
        let found = try await scene.fixture.audit.verify()
        #expect(found.isIntact && found.erased == 2)
    }
}

import Accounts
import Assistant
import AssistantTools
import Domain
import LanguageModels
import Messaging
import ModelTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

/// What is deleted of a conversation is gone: its words, its sources, and what a model is told later.
@Suite(.standardTimeLimit) struct SubtreeDeletionTests {
    private static let secret = "zanzibar"

    private struct Scene {
        let fixture: AssistantFixture
        let coach: Principal
        let sara: Principal
        let chat: ChatID
        let message: Message
        let model: ScriptedModel
        let assistant: AssistantService
        let first: AssistantAnswer
        let second: AssistantAnswer
        var id: ConversationID { first.conversationId }

        /// Two questions, the second of which is about a secret that Sara has told.
        init() async throws {
            fixture = try await AssistantFixture()
            coach = try await fixture.person("Alex Moore", .trainer)
            (sara, chat) = try await fixture.client("Sara Chen", of: coach)
            message = try await fixture.say("My knee secret is \(SubtreeDeletionTests.secret)", sara, in: chat)
            model = ScriptedModel { request, _ in
                let knows = "\(request)".contains(SubtreeDeletionTests.secret)
                let text = knows ? "It is \(SubtreeDeletionTests.secret) [1]." : "I don't know."
                return .init([
                    .thinkingDelta("She wrote \(knows ? SubtreeDeletionTests.secret : "nothing")."), .textDelta(text),
                    .finished(.stop),
                ])
            }
            assistant = fixture.assistant(models: [model])
            first = try await assistant.query(.init(message: "Plan for the weekend", model: "built-in"), by: coach)
                .answer()
            fixture.clock.advance(milliseconds: 1000)
            let query = AssistantQuery(
                message: "What of \(SubtreeDeletionTests.secret) and the knee?",
                conversationId: first.conversationId,
                model: "scripted"
            )
            second = try await assistant.query(query, by: coach).answer()
            fixture.clock.advance(milliseconds: 1000)
        }

        func tree() async throws -> ConversationTree {
            try await assistant.conversations.get(id, for: coach.actor)
        }

        func question(of answer: AssistantAnswer) async throws -> TurnID {
            try #require(try await tree().turns.first { $0.id == answer.messageId }?.parentId)
        }
    }

    @Test func theWordsGoWithTheirSources() async throws {
        let scene = try await Scene()
        #expect(scene.second.text.contains(Self.secret))
        #expect(try await scene.fixture.storedTexts().contains(Self.secret))
        let change = try await scene.assistant.delete(from: try await scene.question(of: scene.second), by: scene.coach)
        #expect(change.deletedIds.count == 2 && change.deletedIds.contains(scene.second.messageId))
        #expect(change.turns.isEmpty && change.activeId == scene.first.messageId)
        let tree = try await scene.tree()
        #expect(tree.turns.count == 2 && tree.deletedIds == [] && tree.activeId == scene.first.messageId)
        #expect(try await !scene.fixture.storedTexts().contains(Self.secret))
        let sources = try await scene.fixture.database.read {
            try $0.first("SELECT count(*) FROM turn_sources") { try $0.int(0) }
        }
        #expect(sources == 0)
        let missing = SpotterError.notFound("message")
        await #expect(throws: missing) { try await scene.assistant.reattach(scene.second.messageId, by: scene.coach) }
        await #expect(throws: missing) { try await scene.assistant.regenerate(scene.second.messageId, by: scene.coach) }
        await #expect(throws: missing) {
            try await scene.assistant.delete(from: scene.second.messageId, by: scene.coach)
        }
        await #expect(throws: missing) {
            let below = AssistantQuery(
                message: "And?",
                conversationId: scene.id,
                parent: .turn(scene.second.messageId)
            )
            return try await scene.assistant.query(below, by: scene.coach)
        }
        // Later requests don't tell it either.
        try await scene.fixture.messaging.messages.delete(scene.message.id, in: scene.chat, by: scene.sara.actor)
        let next = AssistantQuery(message: "What did I ask before?", conversationId: scene.id, model: "scripted")
        _ = try await scene.assistant.query(next, by: scene.coach).answer()
        #expect("\(try #require(scene.model.requests.last))".contains("Plan for the weekend"))
        #expect(!"\(try #require(scene.model.requests.last))".contains(Self.secret))
    }

    @Test func anAnswerCanBeMadeAnewAfterItsDeletion() async throws {
        let scene = try await Scene()
        let question = try await scene.question(of: scene.second)
        _ = try await scene.assistant.delete(from: scene.second.messageId, by: scene.coach)
        #expect(try await scene.tree().activeId == question)
        let again = try await scene.assistant.regenerate(question, model: "scripted", by: scene.coach).answer()
        #expect(try await scene.tree().activeId == again.messageId)
        #expect(again.text == scene.second.text)
        _ = try await scene.assistant.delete(from: again.messageId, by: scene.coach)
        // The next question follows the one that has no answer.
        let next = try await scene.assistant.query(
            .init(message: "And now?", conversationId: scene.id),
            by: scene.coach
        )
        .answer()
        let tree = try await scene.tree()
        #expect(tree.activeId == next.messageId)
        #expect(tree.turns.first { $0.text == "And now?" }?.parentId == question)
        #expect(tree.branch.count == 5)
    }

    @Test func runningAnswersInItAreStopped() async throws {
        let scene = try await Scene()
        let fed = FedModel()
        let assistant = scene.fixture.assistant(models: [fed])
        let query = AssistantQuery(message: "Tell me more", conversationId: scene.id, model: fed.name)
        let inside = try await assistant.query(query, by: scene.coach)
        await fed.asked()
        fed.say("Once upon a ")
        let root = AssistantQuery(
            message: "Something else",
            conversationId: scene.id,
            parent: .root,
            model: fed.name
        )
        let outside = try await assistant.query(root, by: scene.coach)
        await fed.asked()
        let change = try await assistant.delete(from: scene.second.messageId, by: scene.coach)
        #expect(change.deletedIds.count == 3 && change.deletedIds.contains(inside.messageId))
        let told = await inside.events().told()
        #expect(told.last?.hasPrefix("completed") == true)
        #expect(try await !scene.fixture.storedTexts().contains("Once upon"))
        fed.say("Another story.", to: 1)
        fed.end(1)
        #expect(try await outside.answer().text == "Another story.")
        #expect(try await scene.tree().activeId == outside.messageId)
    }

    @Test func aTitleGoesWithTheQuestionThatItWasMadeFrom() async throws {
        let scene = try await Scene()
        let other = AssistantQuery(message: "Budget of the studio in May", conversationId: scene.id, parent: .root)
        _ = try await scene.assistant.query(other, by: scene.coach).answer()
        #expect(try await scene.tree().conversation.title == "Plan for weekend")
        let first = try await scene.question(of: scene.first)
        let change = try await scene.assistant.delete(from: first, by: scene.coach)
        #expect(change.conversation.title == "Budget of the studio in May" && change.deletedIds.count == 4)
        let rest = try #require(try await scene.tree().turns.first)
        let empty = try await scene.assistant.delete(from: rest.id, by: scene.coach)
        #expect(empty.conversation.title == "New conversation" && empty.activeId == nil && empty.branch == [])
        let next = AssistantQuery(message: "Summer camp dates", conversationId: scene.id)
        _ = try await scene.assistant.query(next, by: scene.coach).answer()
        #expect(try await scene.tree().conversation.title == "Summer camp dates")
        // A title that somebody has chosen stays.
        _ = try await scene.assistant.update(scene.id, .init(title: "Mine"), by: scene.coach)
        let last = try #require(try await scene.tree().turns.first)
        #expect(try await scene.assistant.delete(from: last.id, by: scene.coach).conversation.title == "Mine")
    }

    @Test(arguments: [true, false])
    func proposalsStayAndStillGoWithTheirSources(wholeConversation: Bool) async throws {
        let scene = try await Scene()
        let proposals = scene.fixture.proposals()
        let proposal = try await proposals.create(
            .setReminder(.init(text: "ask about \(Self.secret)", dueAt: .latest)),
            summary: "Remind of \(Self.secret)",
            for: scene.coach.userId,
            conversation: scene.id,
            turn: scene.second.messageId
        )
        if wholeConversation {
            try await scene.assistant.delete(scene.id, by: scene.coach)
        } else {
            _ = try await scene.assistant.delete(from: scene.second.messageId, by: scene.coach)
        }
        #expect(try await proposals.proposal(proposal.id, for: scene.coach.actor).state == .pending)
        #expect(try await proposals.pending(in: scene.id, for: scene.coach.actor) == [])
        try await scene.fixture.messaging.messages.delete(scene.message.id, in: scene.chat, by: scene.sara.actor)
        let shown = try await proposals.proposal(proposal.id, for: scene.coach.actor)
        #expect(shown.state == .cancelled && !"\(shown)".contains(Self.secret))
        // The user's own question has the word, where it wasn't deleted.
        #expect(try await scene.fixture.storedTexts().contains("ask about") == false)
    }

    /// An answer of the built-in assistant in between doesn't hide what a model had read above it.
    @Test func erasureReachesModelsBelowTheBuiltInAssistant() async throws {
        let scene = try await Scene()
        for model in ["built-in", "scripted"] {
            let query = AssistantQuery(message: "What did you say?", conversationId: scene.id, model: model)
            _ = try await scene.assistant.query(query, by: scene.coach).answer()
            scene.fixture.clock.advance(milliseconds: 1000)
        }
        #expect(try await scene.tree().turns.last?.text.contains(Self.secret) == true)
        try await scene.fixture.messaging.messages.delete(scene.message.id, in: scene.chat, by: scene.sara.actor)
        let answers = try await scene.tree().turns.filter { $0.role == .assistant }
        #expect(answers.count == 4 && answers.allSatisfy { !"\($0)".contains(Self.secret) })
    }
}

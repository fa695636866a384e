import Accounts
import Assistant
import AssistantTools
import Domain
import Foundation
import LanguageModels
import Messaging
import ModelTestKit
import Retrieval
import SpotterAPI
import Storage
import TestSupport
import Testing

/// A word that stands in one message, and from there in answers, quotes, proposals and prompts, goes with the message:
/// from every answer, from the database's files, and from all that a model is sent afterwards.
@Suite(.standardTimeLimit) struct SentinelTests {
    static let sentinel = "xylocarpine"

    private struct Scene {
        let world: PermissionWorld
        let message: Message
        let sara: Principal
        let chat: ChatID
        let model: ScriptedModel
        let assistant: AssistantService
        let conversation: ConversationID
        let proposal: Proposal

        /// Two answers of the model and one of the built-in hold the word, and a proposal of the first.
        init() async throws {
            world = try await PermissionWorld()
            sara = try #require(world.clients["Sara"])
            chat = try #require(world.chats["Sara"])
            message = try await world.fixture.say(
                "My knee needs \(SentinelTests.sentinel) today",
                sara,
                in: chat,
                daysAgo: 0
            )
            let world = world
            model = ScriptedModel { request, number in
                guard number == 0 else {
                    return .text("She takes \(SentinelTests.isIn(request) ? SentinelTests.sentinel : "nothing") [1].")
                }
                let arguments: JSONValue = [
                    "clientName": "Sara",
                    "messageText": "Hope the \(SentinelTests.sentinel) helps you through these long days!",
                ]
                return .toolCalls([world.call("sendMessage", arguments, number: 0)])
            }
            assistant = world.assistant(model)
            let first = try await assistant.query(
                .init(message: "Write a friendly message to Sara about her knee"),
                by: world.coach
            ).answer()
            proposal = try #require(first.proposals.first)
            conversation = first.conversationId
            for name in [nil, AssistantService.builtInName] {
                _ = try await assistant.query(
                    .init(message: "What about Sara's knee?", conversationId: conversation, model: name),
                    by: world.coach
                ).answer()
            }
            world.fixture.clock.advance(milliseconds: 1000)
        }

        func tree() async throws -> String {
            "\(try await assistant.conversations.get(conversation, for: world.coach.actor))"
        }

        /// What is asked after the word has gone.
        func expectGone() async throws {
            let word = SentinelTests.sentinel
            let turns = try await assistant.conversations.get(conversation, for: world.coach.actor).turns
            for turn in turns {
                #expect(!turn.text.contains(word))
                #expect(
                    !"\(turn.answer.map { [$0.text, "\($0.citations)", "\(String(describing: $0.needs))"] } ?? [])"
                        .contains(word)
                )
            }
            let before = model.requests.count
            for conversation in [conversation, nil] {
                for name in [nil, AssistantService.builtInName] {
                    for question in [
                        "What about Sara's knee?", "What does Sara need today?", "What did you say before?",
                    ] {
                        let answer = try await assistant.query(
                            .init(message: question, conversationId: conversation, model: name),
                            by: world.coach
                        ).answer()
                        #expect(!"\(answer)".contains(word), "\(question)")
                    }
                }
            }
            #expect(model.requests.count == before + 6)
            #expect(!model.requests.dropFirst(before).contains(where: SentinelTests.isIn))
        }
    }

    private static func isIn(_ request: ModelRequest) -> Bool { "\(request)".contains(sentinel) }

    @Test func aDeletedMessageLeavesNothingBehind() async throws {
        let scene = try await Scene()
        let fixture = scene.world.fixture
        #expect(try await scene.tree().contains(Self.sentinel))
        #expect(scene.model.requests.contains(where: Self.isIn))
        #expect(try await fixture.storedTexts().contains(Self.sentinel))
        try await fixture.messaging.messages.delete(scene.message.id, in: scene.chat, by: scene.sara.actor)
        while try await fixture.memory.indexPending() > 0 {}
        try await scene.expectGone()
        #expect(try await !scene.tree().contains(Self.sentinel))
        let proposal = try await scene.world.proposals.proposal(scene.proposal.id, for: scene.world.coach.actor)
        #expect(proposal.state == .cancelled && !"\(proposal)".contains(Self.sentinel))
        #expect(try await !fixture.storedTexts().contains(Self.sentinel))
        // The words of the full-text index are merged away, and the log is emptied, in the background.
        try await until("no file holds the word") { try !Self.files(of: fixture.path, hold: Self.sentinel) }
        try await fixture.database.close()
        #expect(try !Self.files(of: fixture.path, hold: Self.sentinel))
    }

    /// Members see an edited message's former words, so that the files keep them; answers and prompts don't. What was
    /// proposed stays as its owner has seen it.
    @Test func anEditedMessageIsGoneFromAnswersAndPrompts() async throws {
        let scene = try await Scene()
        _ = try await scene.world.fixture.messaging.messages.edit(
            scene.message.id,
            in: scene.chat,
            to: "My knee needs nothing today",
            by: scene.sara.actor
        )
        while try await scene.world.fixture.memory.indexPending() > 0 {}
        try await scene.expectGone()
    }

    private static func files(of folder: String, hold word: String) throws -> Bool {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.contains { name in
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return false }
            return data.firstRange(of: Data(word.utf8)) != nil
        }
    }
}

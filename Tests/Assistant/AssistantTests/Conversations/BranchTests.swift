import Accounts
import Assistant
import Domain
import LanguageModels
import ModelTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

/// The active branch, and how it's switched.
@Suite struct BranchTests {
    private struct Scene {
        let fixture: AssistantFixture
        let coach: Principal
        let assistant: AssistantService
        let model: ScriptedModel
        let first: AssistantAnswer
        var id: ConversationID { first.conversationId }

        init() async throws {
            fixture = try await AssistantFixture()
            coach = try await fixture.person("Alex Moore", .trainer)
            model = ScriptedModel { _, number in .text("Answer \(number)") }
            assistant = fixture.assistant(models: [model])
            first = try await assistant.query(.init(message: "Question zero"), by: coach).answer()
        }

        func ask(_ text: String, _ parent: QuestionParent = .latest) async throws -> AssistantAnswer {
            fixture.clock.advance(milliseconds: 10)
            return try await assistant.query(.init(message: text, conversationId: id, parent: parent), by: coach)
                .answer()
        }

        func again(_ turn: TurnID) async throws -> AssistantAnswer {
            fixture.clock.advance(milliseconds: 10)
            return try await assistant.regenerate(turn, by: coach).answer()
        }

        func select(_ turn: TurnID, _ step: Int? = nil) async throws -> ConversationTree {
            fixture.clock.advance(milliseconds: 10)
            return try await assistant.select(turn, step: step, by: coach)
        }

        func tree() async throws -> ConversationTree {
            try await assistant.conversations.get(id, for: coach.actor)
        }

        /// The words of the active branch.
        func shown() async throws -> [String] {
            let tree = try await tree()
            let shown = tree.branch.map { step in tree.turns.first { $0.id == step.messageId }?.text ?? "?" }
            #expect(tree.branch == tree.branches.steps && tree.activeId == tree.branch.last?.messageId)
            return shown
        }
    }

    @Test func switchingGoesFromSiblingToSiblingAndNotAround() async throws {
        let scene = try await Scene()
        let second = try await scene.again(scene.first.messageId)
        let third = try await scene.again(scene.first.messageId)
        let answers = [scene.first, second, third].map(\.messageId)
        var step = try #require(try await scene.tree().branch.last)
        #expect(step == BranchStep(messageId: third.messageId, index: 3, count: 3, siblingIds: answers))
        for (direction, index) in [(1, 3), (-1, 2), (-1, 1), (-1, 1), (1, 2), (1, 3), (1, 3)] {
            let before = try await scene.tree()
            let change = try await scene.select(step.messageId, direction)
            let after = try await scene.tree()
            step = try #require(after.branch.last)
            #expect(step.index == index && step.messageId == answers[index - 1] && step.siblingIds == answers)
            #expect(change.branch == after.branch && change.since == before.conversation.revision)
            // Nothing changes but when the turn was selected.
            let selected = before.turns.filter { turn in !after.turns.contains(turn) }.map(\.id)
            let didMove = before.branch.last?.messageId != step.messageId
            #expect(selected == (didMove ? [step.messageId] : []) && change.turns.map(\.id) == selected)
            #expect((after.conversation.revision > before.conversation.revision) == didMove)
        }
    }

    @Test func belowAnAlternativeTheLastSelectionCounts() async throws {
        let scene = try await Scene()
        let a = try await scene.ask("A")
        _ = try await scene.ask("A below")
        _ = try await scene.ask("A beside", .turn(a.messageId))
        _ = try await scene.ask("B", .turn(scene.first.messageId))
        #expect(try await scene.shown() == ["Question zero", "Answer 0", "B", "Answer 4"])
        let tree = try await scene.tree()
        let question = try #require(tree.turns.first { $0.text == "A" })
        _ = try await scene.select(question.id)
        #expect(try await scene.shown() == ["Question zero", "Answer 0", "A", "Answer 1", "A beside", "Answer 3"])
        let below = try #require(tree.turns.first { $0.text == "A below" })
        _ = try await scene.select(below.id)
        _ = try await scene.select(question.id, 1)
        #expect(try await scene.shown().contains("B"))
        // Going back finds what was selected there.
        _ = try await scene.select(question.id)
        #expect(try await scene.shown() == ["Question zero", "Answer 0", "A", "Answer 1", "A below", "Answer 2"])
    }

    @Test func aTurnDeepInAnotherBranchIsShownByItsId() async throws {
        let scene = try await Scene()
        _ = try await scene.ask("A")
        _ = try await scene.ask("A below")
        _ = try await scene.ask("B", .root)
        #expect(try await scene.shown() == ["B", "Answer 3"])
        let below = try #require(try await scene.tree().turns.first { $0.text == "A below" })
        _ = try await scene.select(below.id)
        #expect(try await scene.shown().suffix(2) == ["A below", "Answer 2"])
        #expect(try await scene.tree().turns.count { $0.selectedAt != nil } == 1)
    }

    @Test func aQuestionGoesToTheEndOfTheActiveBranch() async throws {
        let scene = try await Scene()
        let a = try await scene.ask("A")
        _ = try await scene.ask("B", .turn(scene.first.messageId))
        _ = try await scene.select(a.messageId)
        let next = try await scene.ask("After A")
        #expect(try await scene.shown().suffix(3) == ["Answer 1", "After A", "Answer 3"])
        // It was sent the active branch only.
        let sent = "\(try #require(scene.model.requests.last).messages)"
        #expect(sent.contains("Answer 1") && !sent.contains("Answer 2"))
        // One that is asked elsewhere, and another answer there, select the branch they're on.
        _ = try await scene.select(try #require(try await scene.tree().turns.first { $0.text == "B" }).id)
        _ = try await scene.ask("Again after A", .turn(a.messageId))
        #expect(try await scene.shown().suffix(2) == ["Again after A", "Answer 4"])
        _ = try await scene.again(next.messageId)
        #expect(try await scene.shown().suffix(2) == ["After A", "Answer 5"])
    }

    /// The order of selections is theirs, whatever the clock says.
    @Test(arguments: [0, -3_600_000] as [Int64])
    func aClockThatStandsStillOrGoesBackChangesNothing(step: Int64) async throws {
        let scene = try await Scene()
        let answer = try await scene.again(scene.first.messageId)
        let (old, new) = (scene.first.messageId, answer.messageId)
        for (turn, isLast) in [(old, false), (new, true), (old, false), (new, true)] {
            scene.fixture.clock.advance(milliseconds: step)
            let change = try await scene.assistant.select(turn, by: scene.coach)
            #expect(change.activeId == turn && change.branch.last?.index == (isLast ? 2 : 1))
        }
        scene.fixture.clock.advance(milliseconds: step)
        let third = try await scene.assistant.regenerate(old, by: scene.coach).answer()
        #expect(try await scene.tree().activeId == third.messageId)
        #expect(try await scene.tree().branch.last?.index == (step < 0 ? 1 : 3))
    }

    @Test func otherStepsAndOthersTurnsAreRefused() async throws {
        let scene = try await Scene()
        let stranger = try await scene.fixture.person("Robin Lee", .trainer)
        let error = await #expect(throws: SpotterError.self) { try await scene.select(scene.first.messageId, 2) }
        #expect(error?.code == .invalidRequest)
        let missing = SpotterError.notFound("message")
        await #expect(throws: missing) { try await scene.assistant.select(scene.first.messageId, by: stranger) }
        await #expect(throws: missing) { try await scene.assistant.delete(from: scene.first.messageId, by: stranger) }
        await #expect(throws: missing) { try await scene.select(TurnID(high: 1, low: 1)) }
    }

    /// Every tree that the rule is asked about has one active branch, from the root to a leaf.
    @Test func theRuleHoldsForAnyTree() {
        var random = SeededRandom(seed: 16)
        for _ in 0..<300 {
            var nodes: [ConversationBranches.Node] = []
            for number in 0..<Int.random(in: 0...40, using: &random) {
                let parent = Bool.random(using: &random) ? nodes.randomElement(using: &random) : nodes.last
                nodes.append(
                    .init(
                        id: TurnID(high: 0, low: UInt64(number) + 1),
                        parentId: parent?.id,
                        role: parent?.role == .user ? .assistant : .user,
                        createdAt: Timestamp(milliseconds: Int64.random(in: 0...20, using: &random)),
                        selectedAt: Bool.random(using: &random)
                            ? Timestamp(milliseconds: Int64.random(in: 0...20, using: &random)) : nil
                    )
                )
            }
            let branches = ConversationBranches(nodes.shuffled(using: &random))
            let active = branches.active
            #expect(active.isEmpty == nodes.isEmpty)
            for (above, below) in zip([nil] + active.map(Optional.some), active) {
                #expect(below.parentId == above?.id)
                #expect(branches.children(of: above?.id).allSatisfy { $0.rank <= below.rank })
            }
            if let leaf = active.last { #expect(branches.children(of: leaf.id).isEmpty) }
            for step in branches.steps {
                #expect(step.siblingIds.count == step.count && step.siblingIds[step.index - 1] == step.messageId)
            }
            #expect(branches.path(to: active.last?.id ?? TurnID(high: 9, low: 9)) == active)
        }
    }
}

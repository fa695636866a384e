import Accounts
import Assistant
import Domain
import LanguageModels
import Messaging
import ModelTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

/// Every change of a conversation raises its revision and is told; what was missed can be asked for.
@Suite struct RevisionTests {
    @Test func everyChangeRaisesTheRevisionAndIsTold() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let (sara, chat) = try await fixture.client("Sara Chen", of: coach)
        let message = try await fixture.say("My knee hurts", sara, in: chat)
        let assistant = fixture.assistant()
        let first = try await assistant.query(.init(message: "Whose knee hurts?"), by: coach).answer()
        let id = first.conversationId
        var last: Int64 = 0
        // Twice: when it was asked, and when it was answered.
        func expectNews(_ count: Int = 1, _ what: String) async throws {
            let told = fixture.changes.take(of: coach.userId)
            #expect(
                told.count == count && told.allSatisfy { $0.conversationId == id && !$0.deleted },
                "\(what): \(told)"
            )
            let revision = try await assistant.conversations.get(id, for: coach.actor).conversation.revision
            #expect(told.last?.revision == revision && revision > last, "\(what)")
            #expect(told.map(\.revision) == told.map(\.revision).sorted(), "\(what)")
            last = revision
        }
        try await expectNews(2, "a question")
        let again = try await assistant.regenerate(first.messageId, by: coach).answer()
        try await expectNews(2, "another answer")
        _ = try await assistant.select(again.messageId, step: -1, by: coach)
        try await expectNews(1, "a selection")
        for request in [
            UpdateConversationRequest(title: "Knees"), .init(isPinned: true), .init(isArchived: true),
            .init(temperature: .set(0.5)), .init(instructions: .set("Brief.")),
        ] {
            let head = try await assistant.update(id, request, by: coach)
            try await expectNews(1, "\(request)")
            #expect(head.revision == last)
        }
        _ = try await assistant.delete(from: again.messageId, by: coach)
        try await expectNews(1, "a deletion")
        try await fixture.messaging.messages.delete(message.id, in: chat, by: sara.actor)
        try await expectNews(1, "a deleted source")
        try await assistant.delete(id, by: coach)
        #expect(fixture.changes.take(of: coach.userId).map(\.deleted) == [true])
        #expect(fixture.changes.take(of: sara.userId) == [])
    }

    @Test func whatWasMissedIsToldAndNothingElse() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let assistant = fixture.assistant()
        let first = try await assistant.query(.init(message: "help"), by: coach).answer()
        let id = first.conversationId
        let known = try await assistant.conversations.get(id, for: coach.actor)
        let revision = known.conversation.revision
        func since(_ revision: Int64) async throws -> ConversationTree {
            try await assistant.conversations.get(id, since: revision, for: coach.actor)
        }
        let nothing = try await since(revision)
        #expect(nothing.turns == [] && nothing.deletedIds == [] && nothing.since == revision)
        #expect(nothing.branch == known.branch)
        fixture.clock.advance(milliseconds: 5)
        let second = try await assistant.query(.init(message: "thanks", conversationId: id), by: coach).answer()
        let missed = try await since(revision)
        #expect(missed.turns.count == 2 && missed.turns.last?.id == second.messageId)
        let whole = try await assistant.conversations.get(id, for: coach.actor)
        #expect(known.updated(with: missed) == whole && whole.since == nil)
        _ = try await assistant.delete(from: second.messageId, by: coach)
        #expect(try await since(revision).deletedIds == [second.messageId])
        #expect(try await since(revision).turns.count == 1)
        // A revision that can't be this conversation's is answered with all of it.
        for strange in [0, -7, Int64.max] {
            let tree = try await since(strange)
            #expect(tree.since == nil && tree.turns.count == 3)
        }
        // A change that builds on what isn't known yet isn't applied.
        let later = try await since(try await since(revision).conversation.revision)
        #expect(known.updated(with: later) == nil)
        #expect(whole.updated(with: known) == whole)
    }

    /// A crash leaves answers that other devices take for running ones.
    @Test func recoveryIsAChange() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let assistant = fixture.assistant()
        let answer = try await assistant.query(.init(message: "help"), by: coach).answer()
        try await fixture.database.write {
            _ = try $0.execute("UPDATE turns SET state = 'running' WHERE role = 'assistant'")
        }
        let before = try await assistant.conversations.get(answer.conversationId, for: coach.actor)
        #expect(try await fixture.assistant().conversations.recover() == 1)
        let after = try await assistant.conversations.get(
            answer.conversationId,
            since: before.conversation.revision,
            for: coach.actor
        )
        #expect(after.turns.map(\.state) == [.interrupted])
    }

    /// What another server answers may look as what a crash has left.
    @Test func aRunningAnswerOfAnotherServerIsLeftAlone() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let assistant = fixture.assistant()
        _ = try await assistant.query(.init(message: "help"), by: coach).answer()
        try await fixture.database.write {
            _ = try $0.execute("UPDATE turns SET state = 'running' WHERE role = 'assistant'")
        }
        #expect(try await fixture.assistant().recover(othersAnswer: true) == 0)
        // No answer takes so long.
        fixture.clock.advance(milliseconds: 2 * AssistantLimits().wallClock.wholeMilliseconds)
        #expect(try await fixture.assistant().recover(othersAnswer: true) == 1)
        #expect(try await fixture.assistant().recover(othersAnswer: true) == 0)
    }

    // MARK: Two devices

    /// A device that is told of changes, misses some, and asks for what it has missed.
    private struct Device {
        var tree: ConversationTree
        var isAway = false

        mutating func catchUp(_ get: (Int64) async throws -> ConversationTree) async throws {
            tree = try #require(tree.updated(with: try await get(tree.conversation.revision)))
        }
    }

    /// Two devices that change a conversation at random, and are away at random, have the same tree in the end.
    @Test(arguments: 0..<40)
    func devicesConverge(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let fixture = try await AssistantFixture(isSemantic: false)
        let coach = try await fixture.person("Alex Moore", .trainer)
        let assistant = fixture.assistant()
        let first = try await assistant.query(.init(message: "help"), by: coach).answer()
        let id = first.conversationId
        let get: (Int64) async throws -> ConversationTree = {
            try await assistant.conversations.get(id, since: $0, for: coach.actor)
        }
        let start = try await assistant.conversations.get(id, for: coach.actor)
        var devices = [Device(tree: start), Device(tree: start)]
        for step in 0..<30 {
            // The clock stands still, runs, or is set back.
            fixture.clock.advance(milliseconds: [0, 3, -2].randomElement(using: &random) ?? 0)
            let place = Int.random(in: 0...1, using: &random)
            if Int.random(in: 0..<6, using: &random) == 0 { devices[place].isAway.toggle() }
            // Each acts on what it knows, which may be gone.
            let seen = devices[place].tree
            let turn = seen.turns.randomElement(using: &random)?.id
            do {
                switch (Int.random(in: 0..<8, using: &random), turn) {
                case (0, _), (_, nil):
                    _ = try await assistant.query(.init(message: "help \(step)", conversationId: id), by: coach)
                        .answer()
                case (1, let turn?):
                    let query = AssistantQuery(message: "help \(step)", conversationId: id, parent: .turn(turn))
                    _ = try await assistant.query(query, by: coach).answer()
                case (2, let turn?): _ = try await assistant.regenerate(turn, by: coach).answer()
                case (3, let turn?):
                    let change = try await assistant.delete(from: turn, by: coach)
                    // Its own change is applied at once where it fits.
                    if let tree = devices[place].tree.updated(with: change) { devices[place].tree = tree }
                case (4, _): _ = try await assistant.update(id, .init(title: "Title \(step)"), by: coach)
                case (5, _): _ = try await assistant.update(id, .init(isPinned: Bool.random(using: &random)), by: coach)
                case (_, let turn?):
                    let change = try await assistant.select(
                        turn,
                        step: [nil, 1, -1].randomElement(using: &random) ?? nil,
                        by: coach
                    )
                    if let tree = devices[place].tree.updated(with: change) { devices[place].tree = tree }
                }
            } catch let error as SpotterError where [.notFound, .invalidRequest].contains(error.code) {}
            let told = fixture.changes.take(of: coach.userId)
            for index in devices.indices where !devices[index].isAway {
                // Frames may come in any order, and twice.
                for change in (told + told).shuffled(using: &random)
                where change.revision > devices[index].tree.conversation.revision {
                    try await devices[index].catchUp(get)
                }
            }
        }
        let truth = try await assistant.conversations.get(id, for: coach.actor)
        for index in devices.indices {
            try await devices[index].catchUp(get)
            #expect(devices[index].tree == truth)
            #expect(devices[index].tree.branches.steps == truth.branch)
        }
    }
}

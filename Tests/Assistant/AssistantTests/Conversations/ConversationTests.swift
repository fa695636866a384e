import Accounts
import Assistant
import AssistantTools
import Domain
import Messaging
import SpotterAPI
import Storage
import TestSupport
import Testing

@Suite struct ConversationTests {
    @Test func titleIsTheFirstFortyCharactersUntilTheFirstAnswer() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let model = FedModel()
        let assistant = fixture.assistant(models: [model])
        let question = "What did everybody\nsay about the very long weekend that is coming up?"
        let generation = try await assistant.query(.init(message: question), by: coach)
        let list = try await assistant.conversations.list(of: coach.actor)
        #expect(list.conversations.map(\.title) == ["What did everybody say about the very lo"])
        #expect(list.conversations.map(\.id) == [generation.conversationId])
        #expect(!list.hasMore)
        await model.asked()
        model.say("Nothing.")
        model.end()
        _ = try await generation.answer()
        let after = try await assistant.conversations.list(of: coach.actor)
        #expect(after.conversations.map(\.title) == ["Long weekend coming"])
    }

    @Test func listPagesByUse() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let assistant = fixture.assistant()
        var ids: [ConversationID] = []
        for number in 1...5 {
            fixture.clock.advance(milliseconds: 1000)
            ids.append(try await assistant.query(.init(message: "hello \(number)"), by: coach).answer().conversationId)
        }
        fixture.clock.advance(milliseconds: 1000)
        _ = try await assistant.query(.init(message: "help", conversationId: ids[0]), by: coach).answer()
        let first = try await assistant.conversations.list(of: coach.actor, limit: 3)
        #expect(first.conversations.map(\.id) == [ids[0], ids[4], ids[3]])
        #expect(first.hasMore)
        let second = try await assistant.conversations.list(of: coach.actor, before: ids[3], limit: 3)
        #expect(second.conversations.map(\.id) == [ids[2], ids[1]])
        #expect(!second.hasMore)
    }

    @Test func foreignConversationsDoNotExist() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let other = try await fixture.person("Robin Lee", .trainer)
        let assistant = fixture.assistant()
        let mine = try await assistant.query(.init(message: "help"), by: coach).answer()
        let theirs = try await assistant.query(.init(message: "help"), by: other).answer()
        let missing = SpotterError.notFound("conversation")
        await #expect(throws: missing) { try await assistant.conversations.get(mine.conversationId, for: other.actor) }
        await #expect(throws: missing) {
            try await assistant.update(mine.conversationId, .init(title: "Mine"), by: other)
        }
        await #expect(throws: missing) { try await assistant.delete(mine.conversationId, by: other) }
        await #expect(throws: missing) {
            try await assistant.query(.init(message: "help", conversationId: mine.conversationId), by: other)
        }
        await #expect(throws: SpotterError.notFound("message")) {
            let query = AssistantQuery(
                message: "help",
                conversationId: theirs.conversationId,
                parent: .turn(mine.messageId)
            )
            return try await assistant.query(query, by: other)
        }
        await #expect(throws: SpotterError.notFound("message")) {
            try await assistant.reattach(mine.messageId, by: other)
        }
        await #expect(throws: SpotterError.notFound("message")) { try await assistant.stop(mine.messageId, by: other) }
        await #expect(throws: SpotterError.notFound("message")) {
            try await assistant.regenerate(mine.messageId, by: other)
        }
    }

    @Test func editsAndNewAnswersAreSiblings() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let assistant = fixture.assistant()
        let first = try await assistant.query(.init(message: "help"), by: coach).answer()
        let id = first.conversationId
        let second = try await assistant.query(.init(message: "thanks", conversationId: id), by: coach).answer()
        let again = try await assistant.regenerate(second.messageId, by: coach).answer()
        let edit = AssistantQuery(message: "hello", conversationId: id, parent: .turn(first.messageId))
        let edited = try await assistant.query(edit, by: coach).answer()
        let root = try await assistant.query(.init(message: "hi", conversationId: id, parent: .root), by: coach)
            .answer()

        let tree = try await assistant.conversations.get(id, for: coach.actor)
        let byId = Dictionary(uniqueKeysWithValues: tree.turns.map { ($0.id, $0) })
        func question(of answer: AssistantAnswer) -> ConversationTurn? {
            byId[answer.messageId]?.parentId.flatMap { byId[$0] }
        }
        #expect(question(of: again) == question(of: second))
        #expect(question(of: edited)?.parentId == first.messageId)
        #expect(question(of: second)?.parentId == first.messageId)
        #expect(question(of: root)?.parentId == nil)
        #expect(tree.turns.count == 9)
        #expect(tree.activeId == root.messageId)
        #expect(byId[second.messageId]?.text == second.text)
    }

    @Test func deletingTakesTheTurnsAndLeavesTheProposals() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let assistant = fixture.assistant()
        let answer = try await assistant.query(.init(message: "Remind me to stretch tomorrow at 9"), by: coach).answer()
        #expect(answer.proposals.count == 1)
        try await assistant.delete(answer.conversationId, by: coach)
        #expect(try await assistant.conversations.list(of: coach.actor).conversations.isEmpty)
        #expect(try await fixture.proposalMaker.stored().count == 1)
        let turns = try await fixture.database.read { try $0.first("SELECT count(*) FROM turns") { try $0.int(0) } }
        #expect(turns == 0)
    }

    @Test func whatACrashLeftRunningIsInterrupted() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let assistant = fixture.assistant()
        let answer = try await assistant.query(.init(message: "help"), by: coach).answer()
        try await fixture.database.write {
            _ = try $0.execute(
                "UPDATE turns SET state = 'running', answer = NULL, text = '' WHERE id = $1",
                answer.messageId
            )
        }
        let restarted = fixture.assistant()
        #expect(try await restarted.conversations.recover() == 1)
        let tree = try await restarted.conversations.get(answer.conversationId, for: coach.actor)
        #expect(tree.turns.last?.state == .interrupted)
        let told = try await restarted.reattach(answer.messageId, by: coach).told()
        #expect(told == ["failed model_interrupted"])
        // The branch goes on from there.
        _ = try await restarted.query(.init(message: "help", conversationId: answer.conversationId), by: coach).answer()
    }

    @Test func proposalsAreShownAsTheyStandNow() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let assistant = fixture.assistant()
        let answer = try await assistant.query(.init(message: "Remind me to stretch tomorrow at 9"), by: coach).answer()
        try await fixture.database.write { _ = try $0.execute("UPDATE proposals SET state = 'executed'") }
        let tree = try await assistant.conversations.get(answer.conversationId, for: coach.actor)
        #expect(tree.turns.last?.answer?.proposals.map(\.state) == [.executed])
    }

    @Test func anAnswerLosesItsWordsWithTheMessageThatItQuotes() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let (sara, chat) = try await fixture.client("Sara Chen", of: coach)
        let message = try await fixture.say("My left knee hurts since the marathon", sara, in: chat)
        let assistant = fixture.assistant()
        let answer = try await assistant.query(.init(message: "Who has knee trouble?"), by: coach).answer()
        #expect(answer.text.contains("left knee hurts"))
        fixture.clock.advance(milliseconds: 1000)
        try await fixture.messaging.messages.delete(message.id, in: chat, by: sara.actor)
        let tree = try await assistant.conversations.get(answer.conversationId, for: coach.actor)
        let last = try #require(tree.turns.last)
        #expect(!last.text.contains("knee"))
        #expect(last.answer?.text.contains("knee") == false)
        #expect(last.answer?.citations == [])
    }
}

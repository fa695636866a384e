import Accounts
import Assistant
import Domain
import SpotterAPI
import Storage
import TestSupport
import Testing

/// What its owner thinks of an answer.
@Suite struct RatingTests {
    @Test func aRatingIsItsOwnersAndTakenBack() async throws {
        let fixture = try await AssistantFixture()
        let assistant = fixture.assistant()
        let (coach, rival) = (try await fixture.person("Alex Moore", .trainer), try await fixture.person("Robin Lee"))
        let answer = try await assistant.query(.init(message: "What is on today?"), by: coach).answer()
        let (conversations, turn) = (assistant.conversations, answer.messageId)
        let before = try await conversations.get(answer.conversationId, for: coach.actor)
        #expect(before.turns.count == 2 && before.turns.allSatisfy { $0.rating == nil })

        fixture.clock.advance(milliseconds: 10)
        let good = try await conversations.rate(turn, .good, by: coach.actor)
        #expect(good.since == before.conversation.revision && good.turns.map(\.id) == [turn])
        #expect(good.turns.first?.rating == .good)
        // The same rating changes nothing.
        let same = try await conversations.rate(turn, .good, by: coach.actor)
        #expect(same.turns.isEmpty && same.conversation.revision == good.conversation.revision)
        #expect(try await conversations.rate(turn, .bad, by: coach.actor).turns.first?.rating == .bad)
        #expect(try await conversations.rate(turn, nil, by: coach.actor).turns.map(\.rating) == [nil])

        for unknown in [turn, fixture.ids.next(TurnID.self)] {
            await #expect(throws: SpotterError.notFound("message")) {
                try await conversations.rate(unknown, .good, by: rival.actor)
            }
        }
        let question = try #require(before.turns.first { $0.role == .user }).id
        await #expect(throws: SpotterError.self) { try await conversations.rate(question, .good, by: coach.actor) }
    }

    @Test func aRatingGoesWithItsAnswer() async throws {
        let fixture = try await AssistantFixture()
        let assistant = fixture.assistant()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let answer = try await assistant.query(.init(message: "What is on today?"), by: coach).answer()
        _ = try await assistant.conversations.rate(answer.messageId, .good, by: coach.actor)
        _ = try await assistant.delete(from: answer.messageId, by: coach)
        let rated = try await fixture.database.read { try $0.exists("SELECT 1 FROM turns WHERE rating IS NOT NULL") }
        #expect(!rated)
    }
}

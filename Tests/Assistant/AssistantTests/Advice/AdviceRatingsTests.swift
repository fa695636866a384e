import Accounts
import Assistant
import Domain
import ModelTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

/// One rating for each piece of advice, by its owner only.
@Suite struct AdviceRatingsTests {
    private static func advice(_ confidence: Double) -> ScriptedModel.Turn {
        .text("{\"advice\":\"Rest.\",\"confidence\":\(confidence)}")
    }

    @Test func aRatingIsItsOwners() async throws {
        let fixture = try await AssistantFixture()
        let assistant = fixture.assistant(models: [ScriptedModel(turns: [Self.advice(0.8), .text("Hello")])])
        let (coach, rival) = (try await fixture.person("Alex Moore", .trainer), try await fixture.person("Robin Lee"))
        let answer = try await assistant.advise(.init(message: "Should I run?"), by: coach).answer()
        let (ratings, id) = (assistant.ratings, answer.messageId)
        let before = try await ratings.record(id, for: coach.actor)
        #expect(
            before.outcome == nil && before.confidence == 0.8 && before.model == "scripted" && !before.usedWebSearch
        )
        fixture.clock.advance(milliseconds: 60_000)
        let rated = try await ratings.rate(id, .init(outcome: .good, note: " went well "), by: coach.actor)
        #expect(rated.outcome == .good && rated.note == "went well" && rated.ratedAt == fixture.clock.now())
        #expect(rated.advisedAt == before.advisedAt && rated.advisedAt < fixture.clock.now())
        let changed = try await ratings.rate(id, .init(outcome: .bad), by: coach.actor)
        #expect(changed.outcome == .bad && changed.note == nil)
        #expect(try await ratings.page(of: coach.actor).advice == [changed])
        try await ratings.withdraw(id, by: coach.actor)
        #expect(try await ratings.record(id, for: coach.actor).outcome == nil)

        // For somebody else, and for an id that nobody has, the error is the same.
        for turn in [id, fixture.ids.next(TurnID.self)] {
            let expected = SpotterError.notFound("message")
            await #expect(throws: expected) { try await ratings.record(turn, for: rival.actor) }
            await #expect(throws: expected) { try await ratings.rate(turn, .init(outcome: .bad), by: rival.actor) }
            await #expect(throws: expected) { try await ratings.withdraw(turn, by: rival.actor) }
        }
        #expect(try await ratings.page(of: rival.actor).advice.isEmpty)
        let plain = try await assistant.query(.init(message: "Hello"), by: coach).answer()
        await #expect(throws: SpotterError.self) {
            try await ratings.rate(plain.messageId, .init(outcome: .good), by: coach.actor)
        }
        let long = AdviceFeedbackRequest(outcome: .good, note: String(repeating: "x", count: 1001))
        await #expect(throws: SpotterError.self) { try await ratings.rate(id, long, by: coach.actor) }
    }

    @Test func recordsGoWithTheirConversation() async throws {
        let fixture = try await AssistantFixture()
        let assistant = fixture.assistant(models: [ScriptedModel(turns: [Self.advice(0.8), Self.advice(0.6)])])
        let coach = try await fixture.person("Alex Moore", .trainer)
        let first = try await assistant.advise(.init(message: "Should I run?"), by: coach).answer()
        _ = try await assistant.advise(.init(message: "Should I swim?"), by: coach).answer()
        #expect(try await assistant.ratings.page(of: coach.actor).advice.count == 2)
        try await assistant.delete(first.conversationId, by: coach)
        #expect(try await assistant.ratings.page(of: coach.actor).advice.map(\.confidence) == [0.6])
        try await assistant.erase(coach.userId)
        #expect(try await assistant.ratings.page(of: nil).advice.isEmpty)
    }

    @Test func pagesTellEverythingOnce() async throws {
        let fixture = try await AssistantFixture()
        let turns = (0..<7).map { Self.advice(Double($0) / 10) }
        let assistant = fixture.assistant(models: [ScriptedModel(turns: turns)])
        let coach = try await fixture.person("Alex Moore", .trainer)
        for _ in turns { _ = try await assistant.advise(.init(message: "And?"), by: coach).answer() }
        for limit in [1, 3, 7, 200] {
            var seen: [Double] = []
            var after: TurnID?
            repeat {
                let page = try await assistant.ratings.page(of: coach.actor, after: after, limit: limit)
                seen += page.advice.map(\.confidence)
                after = page.next
            } while after != nil
            #expect(seen == (0..<7).map { Double($0) / 10 })
        }
        await #expect(throws: SpotterError.self) { try await assistant.ratings.page(of: nil, limit: 0) }
    }

    // MARK: Calibration

    @Test func theReportAddsUp() async throws {
        let fixture = try await AssistantFixture()
        let stated = [0.95, 1.0, 1.0, 0.7, 0.69, 0.5, 0.0]
        let outcomes: [AdviceOutcome?] = [.good, .good, .bad, .bad, .good, nil, .bad]
        let model = ScriptedModel(turns: stated.map(Self.advice) + [.text("no object")])
        let assistant = fixture.assistant(models: [model])
        let coach = try await fixture.person("Alex Moore", .trainer)
        for outcome in outcomes + [.good] {
            let answer = try await assistant.advise(.init(message: "And?"), by: coach).answer()
            if let outcome {
                _ = try await assistant.ratings.rate(answer.messageId, .init(outcome: outcome), by: coach.actor)
            }
        }
        let report = try await assistant.ratings.report(of: coach.actor)
        let total = report.total
        // The last one's confidence was assumed, so it counts only as given.
        #expect(total.given == 8 && total.rated == 6 && total.good == 3)
        let squares: Double = 0.0025 + 1 + 0.49 + 0.0961
        #expect(abs((total.brier ?? 0) - squares / 6) < 1e-12)
        #expect(total.bands.map(\.rated) == [1, 1, 1, 3] && total.bands.map(\.good) == [0, 1, 0, 2])
        let mean: Double = 29_500 / 30_000
        #expect(total.bands.last?.meanConfidence == mean)
        #expect(report.models.map(\.name) == ["scripted"] && report.months.map(\.name) == ["2026-03"])
        #expect(report.models.first?.figures == total)
        #expect(try await assistant.ratings.report(of: nil).total == total)
        let later = try await assistant.ratings.report(of: coach.actor, since: fixture.clock.now().adding(seconds: 1))
        #expect(later.total.given == 0 && later.total.brier == nil)
        #expect(try await assistant.ratings.report(of: coach.actor, model: "other").total.given == 0)
    }

    @Test func enoughRatingsCorrectTheConfidence() async throws {
        let fixture = try await AssistantFixture()
        let model = ScriptedModel { _, _ in Self.advice(0.95) }
        let assistant = fixture.assistant(models: [model])
        let (coach, rival) = (try await fixture.person("Alex Moore", .trainer), try await fixture.person("Robin Lee"))
        for count in 0..<20 {
            let answer = try await assistant.advise(.init(message: "And?"), by: coach).answer()
            #expect(answer.advice?.calibratedConfidence == nil)
            let outcome: AdviceOutcome = count % 2 == 0 ? .good : .bad
            _ = try await assistant.ratings.rate(answer.messageId, .init(outcome: outcome), by: coach.actor)
        }
        let answer = try await assistant.advise(.init(message: "And?"), by: coach).answer()
        let corrected: Double = 19.5 / 30
        #expect(answer.advice?.confidence == 0.95 && answer.advice?.calibratedConfidence == corrected)
        // Others' ratings are no matter of hers.
        let hers = try await assistant.advise(.init(message: "And?"), by: rival).answer()
        #expect(hers.advice?.calibratedConfidence == nil)
    }
}

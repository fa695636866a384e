import Accounts
import AssistantTools
import BuiltInAnswers
import Domain
import Measures
import Messaging
import Scheduling
import SpotterAPI
import TestSupport
import Testing

@testable import Assistant

/// What clients measure, on the weekly page and in the summary of their chat.
@Suite(.standardTimeLimit) struct WeekMeasureTests {
    /// A studio whose assistant reads measures.
    private static func studio() async throws -> (studio: WeekStudio, assistant: AssistantService) {
        let studio = try await WeekStudio()
        let (database, clock) = (studio.fixture.database, studio.fixture.clock)
        let assistant = studio.fixture.assistant(
            sources: AnswerSources(events: studio.calendar, measures: MeasureAnswers(database: database)),
            resolver: ToolResolver(database: database, clock: clock),
            proposals: studio.fixture.proposals()
        )
        return (studio, assistant)
    }

    private static func read(_ studio: WeekStudio) async throws {
        try await MeasureFollower(database: studio.fixture.database, logger: WeekStudio.logger).readPending()
    }

    private static func measured(
        _ client: Principal,
        _ studio: WeekStudio,
        _ assistant: AssistantService
    ) async throws -> [WeekReason] {
        try await read(studio)
        let people = try await assistant.week(for: studio.coach).people
        return people.first { $0.userId == client.userId }?.reasons.filter { $0.kind == .measured } ?? []
    }

    @Test func badNightsWantALook() async throws {
        let (studio, assistant) = try await Self.studio()
        let first = try await studio.say("Slept 4.5 h", studio.sara, daysAgo: 3)
        #expect(try await Self.measured(studio.sara, studio, assistant).isEmpty)
        try await studio.say("Slept 8 h", studio.sara, daysAgo: 2)
        let last = try await studio.say("Slept 5 h", studio.sara, daysAgo: 1)
        try await studio.say("Slept 8 h", studio.mike, daysAgo: 1)
        let reason = try #require(try await Self.measured(studio.sara, studio, assistant).first)
        #expect(reason.text == "Sleep to look at: “4.5 h (2026-03-09), 5 h (2026-03-11)”")
        #expect(reason.citations.map(\.messageId) == [first.id, last.id] && reason.since == last.createdAt)
        #expect(try await Self.measured(studio.mike, studio, assistant).isEmpty)
        // What is dismissed stays away, and what can't be read any more is told by nothing.
        try await assistant.dismiss(reason.id, by: studio.coach)
        #expect(try await Self.measured(studio.sara, studio, assistant).isEmpty)
        try await assistant.restore(reason.id, by: studio.coach)
        try await studio.fixture.messaging.messages.delete(last.id, in: studio.saraChat, by: studio.sara.actor)
        #expect(try await Self.measured(studio.sara, studio, assistant).isEmpty)
    }

    @Test(arguments: [("Weight 82 kg", "Weight 79.8 kg", true), ("Weight 82 kg", "Weight 81 kg", false)])
    func aWeightThatChangesFastWantsALook(before: String, after: String, isTold: Bool) async throws {
        let (studio, assistant) = try await Self.studio()
        try await studio.say(before, studio.sara, daysAgo: 9)
        try await studio.say(after, studio.sara, daysAgo: 1)
        let found = try await Self.measured(studio.sara, studio, assistant)
        #expect(
            found.map(\.text) == (isTold ? ["Weight to look at: “82 kg (2026-03-03), 79.8 kg (2026-03-11)”"] : [])
        )
    }

    @Test func aSummaryTellsWhatWasMeasured() async throws {
        let (studio, assistant) = try await Self.studio()
        let first = try await studio.say("Weight 82 kg this morning", studio.sara, daysAgo: 9)
        let last = try await studio.say("Weight 81 kg this morning", studio.sara, daysAgo: 2)
        try await Self.read(studio)
        let summary = try await assistant.summary(of: studio.saraChat, .init(), by: studio.coach)
        let point = try #require(summary.points.last)
        #expect(
            point.text == "Sara Chen's weight: 82 kg on 2026-03-03, 81 kg on 2026-03-10 (-1 kg, 2 values)."
        )
        #expect(point.citations.map(\.messageId) == [first.id, last.id])
        #expect(summary.text.contains(point.text))
        // Only what was said in its time, and only for the trainer.
        let request = SummaryRequest(since: last.createdAt.adding(seconds: -86_400))
        let later = try await assistant.summary(of: studio.saraChat, request, by: studio.coach)
        #expect(later.points.last?.text == "Sara Chen's weight: there is one value only, 81 kg on 2026-03-10.")
        let own = try await assistant.summary(of: studio.saraChat, .init(), by: studio.sara)
        #expect(!own.points.contains { $0.text.contains("weight:") })
    }
}

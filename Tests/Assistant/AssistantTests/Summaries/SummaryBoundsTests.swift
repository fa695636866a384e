import Accounts
import ChatInsights
import Domain
import Messaging
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Assistant

/// What a summary reads, and reads again.
@Suite(.standardTimeLimit) struct SummaryBoundsTests {
    /// The newest messages are covered, up to a bound of bytes, since reading them takes a processor.
    @Test func theNewestTextsAreCovered() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let (sara, chat) = try await fixture.client("Sara Chen", of: coach)
        let long = "5 " + String(repeating: "🏋", count: 9_998)
        for _ in 0..<7 { _ = try await fixture.say(long, sara, in: chat, daysAgo: 5) }
        let last = "My knee hurts after 14 km"
        _ = try await fixture.say(last, sara, in: chat, daysAgo: 1)
        let summary = try await fixture.assistant().summary(of: chat, .init(), by: coach)
        let fitting = (SummaryReader.maxBytes - last.utf8.count) / long.utf8.count
        #expect(summary.messages == 1 + fitting && fitting < 7)
        #expect(summary.points.contains { $0.text.contains("14 km") })
    }

    @Test func whatIsKnownIsTheSame() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let (sara, chat) = try await fixture.client("Sara Chen", of: coach)
        let said = try await fixture.say("I will send you the plan on Friday", sara, in: chat, daysAgo: 2)
        _ = try await fixture.say("My knee hurts since the run of 14 km", sara, in: chat, daysAgo: 1)
        let assistant = fixture.assistant()
        let first = try await assistant.summary(of: chat, .init(), by: coach)
        #expect(try await assistant.summary(of: chat, .init(), by: coach) == first)
        #expect(try await fixture.assistant().summary(of: chat, .init(), by: coach) == first)
        #expect(first.actionItems.count == 1)
        _ = try await fixture.messaging.messages.edit(said.id, in: chat, to: "Never mind", by: sara.actor)
        let later = try await assistant.summary(of: chat, .init(), by: coach)
        #expect(later.actionItems.isEmpty && later.messages == 2)
        try await fixture.database.write { connection in
            _ = try connection.execute("UPDATE users SET display_name = 'Sara Lind' WHERE id = $1", sara.userId)
        }
        let renamed = try await assistant.summary(of: chat, .init(), by: coach)
        #expect(renamed.points.allSatisfy { $0.text.hasPrefix("Sara Lind: ") } && !renamed.points.isEmpty)
    }
}

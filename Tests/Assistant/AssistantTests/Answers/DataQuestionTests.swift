import Accounts
import Assistant
import BuiltInAnswers
import Domain
import Messaging
import Scheduling
import SpotterAPI
import Testing

/// Questions over data: the numbers are counted, never taken from search results.
@Suite struct DataQuestionTests {
    private struct Studio {
        let fixture: AssistantFixture
        let coach: Principal
        let sara: Principal
        let assistant: AssistantService
        let calendar: EventCalendar

        init() async throws {
            fixture = try await AssistantFixture()
            coach = try await fixture.person("Alex Moore", .trainer)
            let (sara, chat) = try await fixture.client("Sara Chen", of: coach)
            let (mike, second) = try await fixture.client("Mike Ross", of: coach)
            self.sara = sara
            calendar = EventCalendar(database: fixture.database, clock: fixture.clock, ids: fixture.ids)
            try await fixture.say("I slept badly", sara, in: chat, daysAgo: 12)
            try await fixture.say("Sorry to hear", coach, in: chat, daysAgo: 11)
            try await fixture.say("Can we move Friday?", mike, in: second, daysAgo: 1)
            let sources = AnswerSources(
                events: calendar,
                reminders: Reminders(database: fixture.database, clock: fixture.clock, ids: fixture.ids),
                inbox: fixture.messaging.inbox,
                chats: fixture.messaging.chats
            )
            assistant = fixture.assistant(sources: sources)
        }

        func ask(_ question: String, as person: Principal? = nil) async throws -> AssistantAnswer {
            try await assistant.query(.init(message: question), by: person ?? coach).answer()
        }
    }

    @Test func whoWaitsIsInTheInbox() async throws {
        let studio = try await Studio()
        let answer = try await studio.ask("Who is waiting for a reply from me?")
        #expect(
            answer.text.hasPrefix("1 chat waits for your answer") && answer.text.contains("Mike Ross has waited since")
        )
        #expect(answer.citations.map(\.quote) == ["Can we move Friday?"] && answer.kind == .answer)
    }

    @Test func whoIsQuietIsCountedByDays() async throws {
        let studio = try await Studio()
        #expect(try await studio.ask("Who has gone quiet?").text.contains("Sara Chen: last wrote"))
        #expect(try await studio.ask("Who hasn't answered for three weeks?").text.hasPrefix("Nobody"))
        #expect(try await studio.ask("Who hasn't answered for a week?").text.contains("Sara Chen"))
    }

    @Test func clientsAreListed() async throws {
        let studio = try await Studio()
        #expect(try await studio.ask("How many clients do I have?").text == "You have 2 clients: Mike Ross, Sara Chen.")
        #expect(
            try await studio.ask("How many clients do I have?", as: studio.sara).text.contains("2 clients") == false
        )
    }

    @Test func withoutRemindersThereAreNone() async throws {
        let studio = try await Studio()
        #expect(try await studio.ask("What reminders do I have?").text == "You have no open reminders.")
    }

    @Test func freeTimeIsInBothZones() async throws {
        let studio = try await Studio()
        let answer = try await studio.ask("Find me a free hour with Sara next week").text
        #expect(answer.hasPrefix("You are free for 60 minutes next week at:\n- Mon 16 Mar 2026"))
    }
}

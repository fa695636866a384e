import Accounts
import Assistant
import AssistantTools
import Domain
import Messaging
import Scheduling
import SpotterAPI
import Storage
import Testing

/// The grammar with the real resolver, proposals and calendar below it.
@Suite struct BuiltInActionTests {
    private struct CalendarFixture {
        let base: AssistantFixture
        let assistant: AssistantService
        let proposals: Proposals
        let calendar: EventCalendar
        let coach: Principal

        init() async throws {
            base = try await AssistantFixture()
            coach = try await base.person("Alex Moore", .trainer)
            calendar = EventCalendar(database: base.database, clock: base.clock, ids: base.ids)
            let reminders = Reminders(database: base.database, clock: base.clock, ids: base.ids)
            let executor = ToolExecutor(messages: base.messaging.messages, reminders: reminders, ids: base.ids)
            proposals = Proposals(
                database: base.database,
                clock: base.clock,
                ids: base.ids,
                executor: executor,
                audit: base.audit
            )
            assistant = base.assistant(
                calendar: calendar,
                resolver: ToolResolver(database: base.database, clock: base.clock),
                proposals: proposals
            )
        }

        func ask(_ message: String, in conversation: ConversationID? = nil) async throws -> AssistantAnswer {
            try await assistant.query(.init(message: message, conversationId: conversation), by: coach).answer()
        }

        func confirm(_ answer: AssistantAnswer) async throws -> ProposalResult {
            let proposal = try #require(answer.proposals.first, "\(answer.text)")
            return try await proposals.confirm(proposal.id, by: coach.actor).result
        }

        var events: [CalendarEvent] {
            get async throws {
                try await calendar.events(of: coach.actor, since: .earliest, until: .latest)
            }
        }
    }

    @Test func aCallIsProposedConfirmedMovedAndCancelled() async throws {
        let fixture = try await CalendarFixture()
        let (sara, _) = try await fixture.base.client("Sara Chen", of: fixture.coach)
        let asked = try await fixture.ask("Schedule a call with Sara tomorrow at 3pm")
        #expect(try await fixture.events.isEmpty)
        _ = try await fixture.confirm(asked)
        let event = try #require(try await fixture.events.first)
        #expect(event.startsAt.description == "2026-03-13T14:00:00.000Z")
        #expect(event.clientId == sara.userId && event.eventType == .call)

        _ = try await fixture.confirm(try await fixture.ask("Push my call with Sara back by 30 minutes"))
        #expect(try await fixture.events.first?.startsAt.description == "2026-03-13T14:30:00.000Z")
        _ = try await fixture.confirm(try await fixture.ask("Move my call with Sara to Monday at 10am"))
        #expect(try await fixture.events.first?.startsAt.description == "2026-03-16T09:00:00.000Z")
        #expect(try await fixture.ask("When is my next call with Sara?").text.contains("Mon 16 Mar 2026 10:00"))
        _ = try await fixture.confirm(try await fixture.ask("Cancel my call with Sara on Monday"))
        #expect(try await fixture.events.isEmpty)
    }

    @Test func aDayIsAskedForItsTimeAndATakenTimeForAnother() async throws {
        let fixture = try await CalendarFixture()
        try await fixture.base.client("Sara Chen", of: fixture.coach)
        try await fixture.base.client("Mike Ross", of: fixture.coach)
        _ = try await fixture.confirm(try await fixture.ask("Book a session with Mike tomorrow at 10am"))
        let asked = try await fixture.ask("Schedule a call with Sara tomorrow")
        guard case .clarification(let missing, _) = asked.needs else {
            Issue.record("no time was asked for: \(asked.text)")
            return
        }
        #expect(missing == ["time"])
        let taken = try await fixture.ask("at 10:30am", in: asked.conversationId)
        guard case .conflict(let conflict) = taken.needs else {
            Issue.record("no conflict: \(taken.text)")
            return
        }
        let chosen = try await fixture.ask("the second one", in: asked.conversationId)
        _ = try await fixture.confirm(chosen)
        #expect(try await fixture.events.map(\.startsAt).contains(conflict.suggestions[1]))
    }

    @Test func aMessageIsSentOnlyWhenConfirmed() async throws {
        let fixture = try await CalendarFixture()
        let (sara, chat) = try await fixture.base.client("Sara Chen", of: fixture.coach)
        let asked = try await fixture.ask("Tell Sara that I'm ten minutes late")
        #expect(try await fixture.base.messaging.chats.chat(chat, for: sara.actor).lastMessage == nil)
        _ = try await fixture.ask("yes", in: nil)
        #expect(try await fixture.base.messaging.chats.chat(chat, for: sara.actor).lastMessage == nil)
        _ = try await fixture.confirm(asked)
        let message = try await fixture.base.messaging.chats.chat(chat, for: sara.actor).lastMessage
        #expect(message?.text == "I'm ten minutes late")
        #expect(message?.via == .assistant)
    }

    @Test func whoIsUnknownIsSaid() async throws {
        let fixture = try await CalendarFixture()
        let answer = try await fixture.ask("Schedule a call with Veronica tomorrow at 3pm")
        #expect(answer.needs == .notFound(about: "client", name: "Veronica"))
        #expect(answer.text.contains("Veronica"))
        #expect(answer.proposals.isEmpty)
    }

    @Test func aClientSchedulesNothing() async throws {
        let fixture = try await CalendarFixture()
        let (sara, _) = try await fixture.base.client("Sara Chen", of: fixture.coach)
        let query = AssistantQuery(message: "Schedule a call with Alex tomorrow at 3pm")
        let answer = try await fixture.assistant.query(query, by: sara).answer()
        guard case .refusal = answer.needs else {
            Issue.record("not refused: \(answer.text)")
            return
        }
        #expect(answer.proposals.isEmpty)
    }
}

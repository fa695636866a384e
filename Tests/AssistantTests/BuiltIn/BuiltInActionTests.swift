import Assistant
import Domain
import Messaging
import Scheduling
import SpotterAPI
import Storage
import Testing

/// The grammar with the real resolver, proposals and calendar below it.
@Suite struct BuiltInActionTests {
    private struct House {
        let world: World
        let assistant: AssistantService
        let proposals: Proposals
        let calendar: EventCalendar
        let coach: Principal

        init() async throws {
            world = try World()
            coach = try await world.person("Alex Moore", .trainer)
            calendar = EventCalendar(database: world.database, clock: world.clock, ids: world.ids)
            let reminders = Reminders(database: world.database, clock: world.clock, ids: world.ids)
            let executor = ToolExecutor(messages: world.messaging.messages, reminders: reminders, ids: world.ids)
            proposals = Proposals(database: world.database, clock: world.clock, ids: world.ids, executor: executor)
            assistant = world.assistant(
                calendar: calendar,
                resolver: ToolResolver(database: world.database, clock: world.clock),
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
        let house = try await House()
        let (sara, _) = try await house.world.client("Sara Chen", of: house.coach)
        let asked = try await house.ask("Schedule a call with Sara tomorrow at 3pm")
        #expect(try await house.events.isEmpty)
        _ = try await house.confirm(asked)
        let event = try #require(try await house.events.first)
        #expect(event.startsAt.description == "2026-03-13T14:00:00.000Z")
        #expect(event.clientId == sara.userId && event.eventType == .call)

        _ = try await house.confirm(try await house.ask("Push my call with Sara back by 30 minutes"))
        #expect(try await house.events.first?.startsAt.description == "2026-03-13T14:30:00.000Z")
        _ = try await house.confirm(try await house.ask("Move my call with Sara to Monday at 10am"))
        #expect(try await house.events.first?.startsAt.description == "2026-03-16T09:00:00.000Z")
        #expect(try await house.ask("When is my next call with Sara?").text.contains("Mon 16 Mar 2026 10:00"))
        _ = try await house.confirm(try await house.ask("Cancel my call with Sara on Monday"))
        #expect(try await house.events.isEmpty)
    }

    @Test func aDayIsAskedForItsTimeAndATakenTimeForAnother() async throws {
        let house = try await House()
        try await house.world.client("Sara Chen", of: house.coach)
        try await house.world.client("Mike Ross", of: house.coach)
        _ = try await house.confirm(try await house.ask("Book a session with Mike tomorrow at 10am"))
        let asked = try await house.ask("Schedule a call with Sara tomorrow")
        guard case .clarification(let missing, _) = asked.needs else {
            Issue.record("no time was asked for: \(asked.text)")
            return
        }
        #expect(missing == ["time"])
        let taken = try await house.ask("at 10:30am", in: asked.conversationId)
        guard case .conflict(let conflict) = taken.needs else {
            Issue.record("no conflict: \(taken.text)")
            return
        }
        let chosen = try await house.ask("the second one", in: asked.conversationId)
        _ = try await house.confirm(chosen)
        #expect(try await house.events.map(\.startsAt).contains(conflict.suggestions[1]))
    }

    @Test func aMessageIsSentOnlyWhenConfirmed() async throws {
        let house = try await House()
        let (sara, chat) = try await house.world.client("Sara Chen", of: house.coach)
        let asked = try await house.ask("Tell Sara that I'm ten minutes late")
        #expect(try await house.world.messaging.chats.chat(chat, for: sara.actor).lastMessage == nil)
        _ = try await house.ask("yes", in: asked.conversationId)
        #expect(try await house.world.messaging.chats.chat(chat, for: sara.actor).lastMessage == nil)
        _ = try await house.confirm(asked)
        let message = try await house.world.messaging.chats.chat(chat, for: sara.actor).lastMessage
        #expect(message?.text == "I'm ten minutes late")
        #expect(message?.via == .assistant)
    }

    @Test func whoIsUnknownIsSaid() async throws {
        let house = try await House()
        let answer = try await house.ask("Schedule a call with Veronica tomorrow at 3pm")
        #expect(answer.needs == .notFound(about: "client", name: "Veronica"))
        #expect(answer.text.contains("Veronica"))
        #expect(answer.proposals.isEmpty)
    }

    @Test func aClientSchedulesNothing() async throws {
        let house = try await House()
        let (sara, _) = try await house.world.client("Sara Chen", of: house.coach)
        let query = AssistantQuery(message: "Schedule a call with Alex tomorrow at 3pm")
        let answer = try await house.assistant.query(query, by: sara).answer()
        guard case .refusal = answer.needs else {
            Issue.record("not refused: \(answer.text)")
            return
        }
        #expect(answer.proposals.isEmpty)
    }
}

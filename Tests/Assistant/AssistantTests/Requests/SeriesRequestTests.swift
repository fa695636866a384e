import Accounts
import AssistantTools
import Domain
import LanguageModels
import ModelTestKit
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Assistant

/// Recurring sessions that a coach asks for in words: one proposal, its exceptions told, made once.
@Suite struct SeriesRequestTests {
    private func assistant(_ world: PermissionWorld) -> AssistantService {
        world.fixture.assistant(
            calendar: world.calendar,
            resolver: ToolResolver(database: world.fixture.database, clock: world.fixture.clock),
            proposals: world.proposals
        )
    }

    private func ask(_ words: String, _ world: PermissionWorld) async throws -> AssistantAnswer {
        try await assistant(world).query(.init(message: words), by: world.coach).answer()
    }

    private func sessions(_ world: PermissionWorld, with name: String) async throws -> [CalendarEvent] {
        let now = world.fixture.clock.now()
        return try await world.calendar.events(of: world.coach.actor, from: now, to: now.adding(seconds: 400 * 86_400))
            .filter { $0.clientId == world.clients[name]?.userId && $0.seriesId != nil && $0.status == .scheduled }
    }

    private func notices(_ world: PermissionWorld, of name: String) async throws -> [Notice] {
        let client = try #require(world.clients[name])
        let notices = Notices(database: world.fixture.database, clock: world.fixture.clock)
        return try await notices.list(for: client.actor).notices
    }

    @Test func aSeriesIsOneProposalAndMadeOnce() async throws {
        let world = try await PermissionWorld()
        let answer = try await ask("Schedule a training with Elizabeth every Tuesday at 6pm for 8 weeks", world)
        let proposal = try #require(answer.proposals.first, "\(answer.text)")
        #expect(answer.proposals.count == 1 && proposal.doubts.isEmpty, "\(proposal.doubts)")
        #expect(
            proposal.summary == "Training with Elizabeth Hart, every week on Tue, 8 times until Tue 5 May, "
                + "first Tue 17 Mar 18:00 (Stockholm), 60 min"
        )
        #expect(try await sessions(world, with: "Elizabeth").isEmpty)
        let done = try await world.proposals.confirm(proposal.id, by: world.coach.actor)
        let made = try await sessions(world, with: "Elizabeth")
        #expect(made.count == 8 && made.first?.id == done.result.eventId)
        #expect(made.first?.startsAt == Timestamp(rfc3339: "2026-03-17T17:00:00Z"))
        // Six in the evening stays six after 29 March, when the clocks change.
        #expect(made.last?.startsAt == Timestamp(rfc3339: "2026-05-05T16:00:00Z"))
        #expect(made.allSatisfy { $0.eventType == .training && $0.createdBy == .ai })
        #expect(try await notices(world, of: "Elizabeth").map(\.kind) == [.eventCreated])
        _ = try? await world.proposals.confirm(proposal.id, by: world.coach.actor)
        #expect(try await sessions(world, with: "Elizabeth").count == 8)
    }

    /// Monday 16 March at nine is the dentist's, and from 30 March on Stockholm is an hour nearer to Tokyo.
    @Test func takenTimesAndTheOthersClockAreTold() async throws {
        let world = try await PermissionWorld()
        let answer = try await ask("Book a call with Kenji every Monday at 9am for 6 weeks", world)
        let proposal = try #require(answer.proposals.first, "\(answer.text)")
        #expect(proposal.summary.contains("5 times until Mon 20 Apr, first Mon 23 Mar 09:00 (Stockholm) = 17:00 Tokyo"))
        #expect(proposal.doubts.map(\.kind) == [.taken, .clockChange])
        #expect(proposal.doubts.first?.text == "Mon 16 Mar 09:00 is taken by \"Dentist\", so that one is left out")
        #expect(proposal.doubts.last?.text.contains("Mon 30 Mar 09:00 (Stockholm) = 16:00 Tokyo") == true)
        _ = try await world.proposals.confirm(proposal.id, by: world.coach.actor)
        let made = try await sessions(world, with: "Kenji")
        #expect(made.count == 5 && made.first?.startsAt == Timestamp(rfc3339: "2026-03-23T08:00:00Z"))
    }

    /// A language model says what recurs in the user's words, with or without the clock time.
    @Test(arguments: ["every Tuesday at 6pm for 8 weeks", "every Tuesday for 8 weeks"])
    func aModelPreparesASeriesInTheUsersWords(repeats: String) async throws {
        let world = try await PermissionWorld()
        let model = ScriptedModel { _, number in
            guard number == 0 else { return .text("Prepared.") }
            let arguments: JSONValue = [
                "clientName": "Elizabeth", "dateTime": "2026-03-17T18:00:00", "repeats": .string(repeats),
                "eventType": "training",
            ]
            return .toolCalls([world.call("scheduleCall", arguments, number: 0)])
        }
        let answer = try await world.assistant(model)
            .query(.init(message: "Book Elizabeth for training every Tuesday at 6pm for 8 weeks"), by: world.coach)
            .answer()
        let proposal = try #require(answer.proposals.first, "\(answer.text)")
        #expect(
            proposal.summary == "Training with Elizabeth Hart, every week on Tue, 8 times until Tue 5 May, "
                + "first Tue 17 Mar 18:00 (Stockholm), 60 min"
        )
        _ = try await world.proposals.confirm(proposal.id, by: world.coach.actor)
        #expect(try await sessions(world, with: "Elizabeth").count == 8)
    }

    @Test func whatGotTakenSinceIsNotOverwritten() async throws {
        let world = try await PermissionWorld()
        let answer = try await ask("Schedule a call with Tom every Wednesday at 3pm for 4 weeks", world)
        let proposal = try #require(answer.proposals.first, "\(answer.text)")
        let start = try #require(Timestamp(rfc3339: "2026-03-25T14:15:00Z"))
        let other = NewEvent(eventType: .adhoc, title: "Bank", startsAt: start, endsAt: start.adding(minutes: 30))
        _ = try await world.calendar.create(other, by: world.coach.actor)
        let error = await #expect(throws: SpotterError.self) {
            try await world.proposals.confirm(proposal.id, by: world.coach.actor)
        }
        #expect(error?.code == .conflict && error?.message.contains("Bank") == true)
        #expect(try await sessions(world, with: "Tom").isEmpty)
        #expect(try await notices(world, of: "Tom").map(\.kind) == [.eventCreated])
    }

    @Test func mostTimesTakenIsAsked() async throws {
        let world = try await PermissionWorld()
        let first = try await ask("Schedule Elizabeth every Tuesday at 6pm for 8 weeks", world)
        _ = try await world.proposals.confirm(try #require(first.proposals.first).id, by: world.coach.actor)
        let second = try await ask("Schedule Tom every Tuesday at 6pm for 8 weeks", world)
        #expect(second.proposals.isEmpty)
        #expect(second.text.contains("8 of these 8 times are taken: Tue 17 Mar 18:00 by"), "\(second.text)")
    }

    @Test func oneOfASeriesIsCancelledAlone() async throws {
        let world = try await PermissionWorld()
        let booked = try await ask("Schedule a training with Elizabeth every Tuesday at 6pm for 8 weeks", world)
        _ = try await world.proposals.confirm(try #require(booked.proposals.first).id, by: world.coach.actor)
        world.fixture.clock.set(try #require(Timestamp(rfc3339: "2026-03-18T08:00:00Z")))
        let answer = try await ask("cancel next Tuesday's session with Elizabeth", world)
        let proposal = try #require(answer.proposals.first, "\(answer.text)")
        #expect(answer.proposals.count == 1)
        #expect(proposal.summary == "Cancel \"Training with Elizabeth Hart\", Tue 24 Mar 18:00 (Stockholm)")
        _ = try await world.proposals.confirm(proposal.id, by: world.coach.actor)
        let left = try await sessions(world, with: "Elizabeth").map(\.startsAt)
        #expect(left.count == 6 && left.first == Timestamp(rfc3339: "2026-03-31T16:00:00Z"))
        #expect(try await notices(world, of: "Elizabeth").map(\.kind) == [.eventCreated, .eventCancelled])
    }

    @Test func withoutAnEndItGoesOn() async throws {
        let world = try await PermissionWorld()
        let answer = try await ask("Book a call with Grace every Thursday at 11am", world)
        let proposal = try #require(answer.proposals.first, "\(answer.text)")
        #expect(proposal.summary.contains("every week on Thu, without an end, first Thu 19 Mar 11:00"))
        _ = try await world.proposals.confirm(proposal.id, by: world.coach.actor)
        #expect(try await sessions(world, with: "Grace").count == 57)
    }
}

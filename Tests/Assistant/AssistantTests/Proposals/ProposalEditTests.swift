import Accounts
import AssistantTools
import Contacts
import ContactsTestKit
import Domain
import Messaging
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Assistant

/// What an owner changes of a proposal before confirming it.
@Suite struct ProposalEditTests {
    private struct World {
        let fixture: ToolsFixture
        let alex: User
        let sara: User
        let principal: Principal

        init() async throws {
            fixture = try await ToolsFixture()
            alex = try await fixture.trainer()
            sara = try await fixture.client("Sara Lindqvist", of: alex, zone: "Europe/Stockholm")
            principal = Principal(user: alex, sessionId: SessionID(high: 1, low: 1))
        }

        func call() async throws -> Proposal {
            try await fixture.propose(
                ToolRequest(tool: .scheduleCall, person: .named("Sara"), time: .expression("tomorrow at 3pm")),
                as: alex
            )
        }

        func message(_ text: String = "See you") async throws -> Proposal {
            try await fixture.propose(
                ToolRequest(tool: .sendMessage, person: .named("Sara"), text: text),
                as: alex
            )
        }

        func edit(_ proposal: Proposal, _ request: EditProposalRequest) async throws -> Proposal {
            try await fixture.proposals.edit(proposal.id, request, by: principal)
        }

        func refusal(_ proposal: Proposal, _ request: EditProposalRequest) async -> ErrorCode? {
            await errorCode { _ = try await edit(proposal, request) }
        }

        var events: [CalendarEvent] {
            get async throws { try await fixture.calendar.events(of: alex.actor, from: .earliest, to: .latest) }
        }
    }

    @Test func whatIsEditedIsWhatIsDone() async throws {
        let world = try await World()
        let proposal = try await world.call()
        #expect(proposal.version == 1)
        let start = instant("2026-03-12T16:30-04:00")
        let edited = try await world.edit(
            proposal,
            EditProposalRequest(version: 1, startsAt: start, durationMinutes: 45, title: " About the knee ")
        )
        #expect(edited.id == proposal.id && edited.version == 2 && edited.isPending)
        #expect(edited.expiresAt == proposal.expiresAt)
        #expect(edited.summary == "About the knee, Thu 12 Mar 16:30 (New York) = 21:30 Stockholm, 45 min")
        #expect(try await world.fixture.proposals.proposal(proposal.id, for: world.alex.actor) == edited)
        _ = try await world.fixture.proposals.confirm(proposal.id, version: 2, by: world.alex.actor)
        let event = try #require(try await world.events.first)
        #expect(event.startsAt == start && event.endsAt == start.adding(minutes: 45))
        #expect(event.title == "About the knee" && event.clientId == world.sara.id)
    }

    @Test func aConfirmationOfWhatWasShownBeforeDoesNothing() async throws {
        let world = try await World()
        for proposal in [try await world.call(), try await world.message()] {
            let request =
                proposal.tool == .sendMessage
                ? EditProposalRequest(version: 1, text: "Other words") : EditProposalRequest(version: 1, title: "Other")
            _ = try await world.edit(proposal, request)
            for version in [1, 3] {
                let code = await errorCode {
                    _ = try await world.fixture.proposals.confirm(proposal.id, version: version, by: world.alex.actor)
                }
                #expect(code == .conflict)
            }
            #expect(try await world.fixture.proposals.proposal(proposal.id, for: world.alex.actor).isPending)
        }
        #expect(try await world.events.isEmpty)
        #expect(try await world.fixture.audit.entries(of: world.alex.actor).allSatisfy { $0.state == .pending })
    }

    @Test func theAuditLogSaysWhoEditedIt() async throws {
        let world = try await World()
        let proposal = try await world.message()
        _ = try await world.edit(proposal, EditProposalRequest(version: 1, text: "See you at six"))
        _ = try await world.fixture.proposals.confirm(proposal.id, version: 2, by: world.alex.actor, door: .rest)
        let entries = try await world.fixture.audit.entries(of: world.alex.actor)
        #expect(entries.map(\.state) == [.executed, .pending, .pending])
        #expect(entries.map(\.edited) == [nil, true, nil])
        #expect(entries.map(\.door) == [.rest, .rest, .chat])
        #expect(entries.allSatisfy { $0.actorId == world.alex.id && $0.proposalId == proposal.id })
        #expect(entries.compactMap(\.arguments.words) == ["See you at six", "See you at six", "See you"])
        #expect(try await world.fixture.audit.verify().isIntact)
    }

    @Test func theSameEditAgainChangesNothing() async throws {
        let world = try await World()
        let proposal = try await world.call()
        let request = EditProposalRequest(version: 1, startsAt: instant("2026-03-12T16:00-04:00"))
        let first = try await world.edit(proposal, request)
        for _ in 0..<2 { #expect(try await world.edit(proposal, request) == first) }
        // Nor does one that changes nothing of the first version.
        let other = try await world.message()
        #expect(try await world.edit(other, EditProposalRequest(version: 1, text: " See you ")) == other)
        #expect(try await world.fixture.audit.entries(of: world.alex.actor).count { $0.edited == true } == 1)
    }

    @Test func anEditOfWhatWasEditedElsewhereIsAConflict() async throws {
        let world = try await World()
        let proposal = try await world.message()
        _ = try await world.edit(proposal, EditProposalRequest(version: 1, text: "From the phone"))
        #expect(await world.refusal(proposal, EditProposalRequest(version: 1, text: "From the desk")) == .conflict)
        #expect(await world.refusal(proposal, EditProposalRequest(version: .max, text: "Later")) == .conflict)
        let now = try await world.edit(proposal, EditProposalRequest(version: 2, text: "From the desk"))
        #expect(now.version == 3 && now.arguments.words == "From the desk")
    }

    @Test func whatIsDecidedIsNotEdited() async throws {
        let world = try await World()
        let request = EditProposalRequest(version: 1, text: "Too late")
        let (done, cancelled, overdue) = (
            try await world.message("1"), try await world.message("2"), try await world.message("3")
        )
        _ = try await world.fixture.proposals.confirm(done.id, by: world.alex.actor)
        _ = try await world.fixture.proposals.cancel(cancelled.id, by: world.alex.actor)
        #expect(await world.refusal(done, request) == .conflict)
        #expect(await world.refusal(cancelled, request) == .conflict)
        world.fixture.clock.set(overdue.expiresAt)
        #expect(await world.refusal(overdue, request) == .expired)
        try await world.fixture.proposals.sweep()
        #expect(await world.refusal(overdue, request) == .expired)
    }

    @Test func itIsHeldToTheChecksOfANewOne() async throws {
        let world = try await World()
        let other = try await world.fixture.trainer("Other Trainer")
        let stranger = try await world.fixture.client("Mike Stone", of: other)
        let foreignChat = try await world.fixture.chat(other, stranger)
        let taken = try await world.call()
        _ = try await world.fixture.proposals.confirm(taken.id, by: world.alex.actor)
        let call = try await world.fixture.propose(
            ToolRequest(tool: .scheduleCall, person: .named("Sara"), time: .expression("Friday at 3pm")),
            as: world.alex
        )
        let message = try await world.message()
        let cases: [(Proposal, EditProposalRequest, ErrorCode)] = [
            (call, .init(version: 1, startsAt: instant("2026-03-12T15:15-04:00")), .conflict),
            (call, .init(version: 1, startsAt: instant("2026-03-11T09:00-04:00")), .invalidRequest),
            (call, .init(version: 1, durationMinutes: 4), .invalidRequest),
            (call, .init(version: 1, title: " "), .invalidRequest),
            (call, .init(version: 1, clientId: .set(stranger.id)), .notFound),
            (call, .init(version: 1, clientId: .cleared), .invalidRequest),
            (call, .init(version: 1, text: "no such field"), .invalidRequest),
            (call, .init(version: 1, recurrence: .set("FREQ=NEVER")), .invalidRequest),
            (message, .init(version: 1, text: " "), .invalidRequest),
            (message, .init(version: 1, text: String(repeating: "x", count: 10_001)), .invalidRequest),
            (message, .init(version: 1, chatId: foreignChat.id), .notAMember),
            (message, .init(version: 1, startsAt: instant("2026-03-13T15:00Z")), .invalidRequest),
        ]
        for (proposal, request, code) in cases { #expect(await world.refusal(proposal, request) == code, "\(request)") }
        let rival = Principal(user: other, sessionId: SessionID(high: 1, low: 2))
        let foreign = await errorCode {
            _ = try await world.fixture.proposals.edit(call.id, .init(version: 1, title: "Mine"), by: rival)
        }
        #expect(foreign == .notFound)
        for proposal in [call, message] {
            #expect(try await world.fixture.proposals.proposal(proposal.id, for: world.alex.actor) == proposal)
        }
    }

    @Test func doubtsAreToldAnew() async throws {
        let world = try await World()
        let guessed = ProposalDoubt(.halfDay, "3 is taken as the afternoon")
        let outside = ProposalDoubt(.outsideHours, "outside")
        let (arguments, summary) = (try await world.call().arguments, "A call")
        let proposal = try await world.fixture.proposals.create(
            arguments,
            summary: summary,
            doubts: [guessed, outside],
            for: world.alex.id
        )
        // The time stays, so what was guessed of it holds; its hours are looked at again.
        let renamed = try await world.edit(proposal, EditProposalRequest(version: 1, title: "Knee"))
        #expect(renamed.doubts == [guessed])
        let late = instant("2026-03-12T23:00-04:00")
        let moved = try await world.edit(renamed, EditProposalRequest(version: 2, startsAt: late))
        #expect(moved.doubts.map(\.kind) == [.outsideHours])
        #expect(moved.doubts.first?.text.contains("23:00") == true)
    }

    @Test func anotherPersonGivesAnotherTitle() async throws {
        let world = try await World()
        let mike = try await world.fixture.client("Mike Stone", of: world.alex)
        let proposal = try await world.call()
        let edited = try await world.edit(
            proposal,
            EditProposalRequest(version: 1, eventType: .training, clientId: .set(mike.id))
        )
        guard case .scheduleCall(let call) = edited.arguments else { throw ToolsFixture.NotReady() }
        #expect(call.clientId == mike.id && call.eventType == .training)
        #expect(call.title == EventType.training.title(with: "Mike Stone"))
    }

    @Test func aSeriesIsMadeAndUnmade() async throws {
        let world = try await World()
        let proposal = try await world.call()
        let weekly = try await world.edit(
            proposal,
            EditProposalRequest(version: 1, recurrence: .set("FREQ=WEEKLY;COUNT=4"))
        )
        #expect(weekly.summary.contains("4 times until Thu 2 Apr"))
        #expect(weekly.doubts.contains { $0.kind == .clockChange })
        let once = try await world.edit(weekly, EditProposalRequest(version: 2, recurrence: .cleared))
        #expect(once.summary == proposal.summary && once.arguments == proposal.arguments)
        _ = try await world.fixture.proposals.confirm(proposal.id, version: 3, by: world.alex.actor)
        #expect(try await world.events.count == 1)
    }

    @Test func aMoveAndAReminderAreEdited() async throws {
        let world = try await World()
        _ = try await world.fixture.proposals.confirm(try await world.call().id, by: world.alex.actor)
        let move = try await world.fixture.propose(
            ToolRequest(tool: .rescheduleEvent, person: .named("Sara"), time: .expression("Friday at 4pm")),
            as: world.alex
        )
        let start = instant("2026-03-13T17:00-04:00")
        _ = try await world.edit(move, EditProposalRequest(version: 1, startsAt: start))
        _ = try await world.fixture.proposals.confirm(move.id, version: 2, by: world.alex.actor)
        #expect(try await world.events.map(\.startsAt) == [start])
        let cancel = try await world.fixture.propose(
            ToolRequest(tool: .cancelEvent, person: .named("Sara")),
            as: world.alex
        )
        #expect(await world.refusal(cancel, EditProposalRequest(version: 1)) == .invalidRequest)

        let reminder = try await world.fixture.propose(
            ToolRequest(tool: .setReminder, time: .expression("tomorrow at 8am"), text: "Send the plan"),
            as: world.alex
        )
        let due = instant("2026-03-12T09:00-04:00")
        let request = EditProposalRequest(
            version: 1,
            dueAt: due,
            text: "Send Sara the plan",
            clientId: .set(world.sara.id),
            recurrence: .set("FREQ=DAILY;COUNT=2")
        )
        _ = try await world.edit(reminder, request)
        _ = try await world.fixture.proposals.confirm(reminder.id, version: 2, by: world.alex.actor)
        let made = try #require(try await world.fixture.reminders.list(for: world.alex.actor).first)
        #expect(made.dueAt == due && made.text == "Send Sara the plan" && made.clientId == world.sara.id)
        #expect(made.recurrence == "FREQ=DAILY;COUNT=2")
    }

    /// Each round an edit races with confirmations of both versions.
    @Test func aRaceHasOneEffectThatWasSeen() async throws {
        let world = try await World()
        let chat = try await world.fixture.chat(world.alex, world.sara)
        var expected: [String] = []
        for round in 0..<60 {
            let proposal = try await world.message("first \(round)")
            let confirmed = try await withThrowingTaskGroup(of: String?.self) { group in
                group.addTask {
                    let request = EditProposalRequest(version: 1, text: "second \(round)")
                    _ = try? await world.edit(proposal, request)
                    return nil
                }
                for (version, text) in [(1, "first \(round)"), (2, "second \(round)"), (1, "first \(round)")] {
                    group.addTask {
                        let done = try? await world.fixture.proposals.confirm(
                            proposal.id,
                            version: version,
                            by: world.alex.actor
                        )
                        // A repeat tells what was done, which may be what another device has confirmed.
                        return done?.proposal.arguments.words == text ? text : nil
                    }
                }
                return try await group.reduce(into: Set<String>()) { if let text = $1 { $0.insert(text) } }
            }
            let left = try await world.fixture.proposals.proposal(proposal.id, for: world.alex.actor)
            if left.isPending {
                // The edit came first, and before it nobody who had seen the second version.
                #expect(confirmed.isEmpty && left.version == 2)
            } else {
                #expect(confirmed == [left.arguments.words ?? ""])
                expected.append(left.arguments.words ?? "")
            }
        }
        let sent = try await world.fixture.services.chats.history(of: chat.id, limit: 200, for: world.sara.actor)
        #expect(sent.messages.map(\.text).sorted() == expected.sorted())
        #expect(expected.count > 5)
        #expect(try await world.fixture.audit.verify().isIntact)
    }
}

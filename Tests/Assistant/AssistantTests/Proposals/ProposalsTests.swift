import Assistant
import AssistantTools
import Contacts
import Domain
import Foundation
import Messaging
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

@Suite struct ProposalsTests {
    private func call(_ fixture: ToolsFixture, _ alex: User, _ time: String = "tomorrow at 3pm") async throws
        -> Proposal
    {
        try await fixture.propose(
            ToolRequest(tool: .scheduleCall, person: .named("Sara"), time: .expression(time)),
            as: alex
        )
    }

    private func states(_ fixture: ToolsFixture, _ user: User) async throws -> [ProposalState] {
        try await fixture.audit.entries(of: user.actor).map(\.state)
    }

    @Test func nothingHappensBeforeTheWordAndOnceAfterIt() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let proposal = try await call(fixture, alex)
        #expect(proposal.state == .pending)
        #expect(proposal.expiresAt == fixture.clock.now().adding(seconds: Proposals.lifetimeSeconds))
        #expect(try await fixture.calendar.events(of: alex.actor, from: .earliest, to: .latest).isEmpty)

        let first = try await fixture.proposals.confirm(proposal.id, by: alex.actor)
        let second = try await fixture.proposals.confirm(proposal.id, by: alex.actor)
        #expect(first.proposal.state == .executed)
        #expect(first.result == second.result)
        let events = try await fixture.calendar.events(of: alex.actor, from: .earliest, to: .latest)
        #expect(events.map(\.id) == [first.result.eventId])
        #expect(events.first?.clientId == sara.id)
        #expect(events.first?.createdBy == .ai)
        #expect(try await states(fixture, alex) == [.executed, .pending])
    }

    @Test func manyWordsAtOnceActOnce() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let chat = try await fixture.chat(alex, sara)
        let event = try await call(fixture, alex)
        let message = try await fixture.propose(
            ToolRequest(tool: .sendMessage, person: .named("Sara"), text: "See you"),
            as: alex
        )
        for proposal in [event, message] {
            let results = try await withThrowingTaskGroup(of: ProposalResult.self) { group in
                for _ in 0..<16 {
                    group.addTask { try await fixture.proposals.confirm(proposal.id, by: alex.actor).result }
                }
                return try await group.reduce(into: Set<ProposalResult>()) { $0.insert($1) }
            }
            #expect(results.count == 1)
        }
        #expect(try await fixture.calendar.events(of: alex.actor, from: .earliest, to: .latest).count == 1)
        #expect(try await fixture.services.chats.history(of: chat.id, for: sara.actor).messages.count == 1)
        #expect(try await states(fixture, alex).filter { $0 == .executed }.count == 2)
    }

    /// A block that was set after the proposal holds as well.
    @Test func nothingIsDoneToSomebodyBlocked() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let event = try await call(fixture, alex)
        let message = try await fixture.propose(
            ToolRequest(tool: .sendMessage, person: .named("Sara"), text: "See you"),
            as: alex
        )
        try await fixture.services.blocks.block(alex.id, by: sara.actor)
        for proposal in [event, message] {
            let error = await errorCode { _ = try await fixture.proposals.confirm(proposal.id, by: alex.actor) }
            #expect(error != nil)
            #expect(try await fixture.proposals.proposal(proposal.id, for: alex.actor).state == .failed)
        }
        #expect(try await fixture.calendar.events(of: alex.actor, from: .earliest, to: .latest).isEmpty)
    }

    @Test func aMessageGoesTheUsualWay() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let chat = try await fixture.chat(alex, sara)
        let proposal = try await fixture.propose(
            ToolRequest(tool: .sendMessage, person: .named("Sara"), text: "See you"),
            as: alex
        )
        let result = try await fixture.proposals.confirm(proposal.id, by: alex.actor).result
        let message = try #require(
            try await fixture.services.chats.history(of: chat.id, for: sara.actor).messages.first
        )
        #expect(message.id == result.messageId)
        #expect(message.via == .assistant)
        #expect(message.senderId == alex.id)
        #expect(message.clientMessageId == "proposal-\(proposal.id)")
        #expect(try await fixture.services.chats.chat(chat.id, for: sara.actor).unread == 1)
        // Observers are told after the sender is.
        await until("it is to be indexed") { fixture.indexed.created == 1 }
    }

    @Test func aForeignProposalDoesNotExist() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let other = try await fixture.trainer("Other Trainer")
        let proposal = try await call(fixture, alex)
        let proposals = fixture.proposals
        for intruder in [sara, other] {
            #expect(await errorCode { _ = try await proposals.confirm(proposal.id, by: intruder.actor) } == .notFound)
            #expect(await errorCode { _ = try await proposals.cancel(proposal.id, by: intruder.actor) } == .notFound)
            #expect(await errorCode { _ = try await proposals.proposal(proposal.id, for: intruder.actor) } == .notFound)
            #expect(try await proposals.list(for: intruder.actor).isEmpty)
            #expect(try await states(fixture, intruder).isEmpty)
        }
        #expect(try await proposals.proposal(proposal.id, for: alex.actor).state == .pending)
    }

    // MARK: The fixture changes

    @Test func rightsAreCheckedAgain() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        let sara = try await fixture.client("Sara Lindqvist", of: alex)
        let chat = try await fixture.chat(alex, sara)
        let event = try await call(fixture, alex)
        let message = try await fixture.propose(
            ToolRequest(tool: .sendMessage, person: .named("Sara"), text: "See you"),
            as: alex
        )
        try await fixture.services.contacts.remove(sara.id, by: alex.actor)
        try await fixture.services.chats.remove(alex.id, from: chat.id, by: alex.actor)
        for proposal in [event, message] {
            for _ in 0..<2 {
                let code = await errorCode { _ = try await fixture.proposals.confirm(proposal.id, by: alex.actor) }
                #expect(code == .conflict)
            }
            #expect(try await fixture.proposals.proposal(proposal.id, for: alex.actor).state == .failed)
        }
        #expect(try await fixture.calendar.events(of: alex.actor, from: .earliest, to: .latest).isEmpty)
        #expect(try await fixture.services.chats.history(of: chat.id, for: sara.actor).messages.isEmpty)
        #expect(try await states(fixture, alex) == [.failed, .failed, .pending, .pending])
    }

    @Test func aTimeThatWasTakenMeanwhileFails() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        try await fixture.client("Sara Lindqvist", of: alex)
        let first = try await call(fixture, alex)
        let second = try await call(fixture, alex)
        _ = try await fixture.proposals.confirm(first.id, by: alex.actor)
        #expect(await errorCode { _ = try await fixture.proposals.confirm(second.id, by: alex.actor) } == .conflict)
        #expect(try await fixture.calendar.events(of: alex.actor, from: .earliest, to: .latest).count == 1)
    }

    @Test func aTimeThatHasPassedMeanwhileFails() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        try await fixture.client("Sara Lindqvist", of: alex)
        let soon = try await call(fixture, alex, "in 10 minutes")
        let reminder = try await fixture.propose(
            ToolRequest(tool: .setReminder, time: .expression("in 10 minutes"), text: "Stretch"),
            as: alex
        )
        fixture.clock.advance(milliseconds: 10 * 60_000)
        for proposal in [soon, reminder] {
            #expect(
                await errorCode { _ = try await fixture.proposals.confirm(proposal.id, by: alex.actor) } == .conflict
            )
        }
        #expect(try await fixture.reminders.list(for: alex.actor).isEmpty)
    }

    @Test func movingCancellingAndRemindingRun() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        try await fixture.client("Sara Lindqvist", of: alex)
        let proposal = try await call(fixture, alex)
        let event = try #require(try await fixture.proposals.confirm(proposal.id, by: alex.actor).result.eventId)
        let move = try await fixture.propose(
            ToolRequest(tool: .rescheduleEvent, person: .named("Sara"), time: .expression("Friday at 4pm")),
            as: alex
        )
        #expect(try await fixture.proposals.confirm(move.id, by: alex.actor).result == ProposalResult(eventId: event))
        #expect(
            try await fixture.calendar.event(event, for: alex.actor).startsAt == instant("2026-03-13T16:00-04:00")
        )
        let cancel = try await fixture.propose(ToolRequest(tool: .cancelEvent, person: .named("Sara")), as: alex)
        _ = try await fixture.proposals.confirm(cancel.id, by: alex.actor)
        #expect(try await fixture.calendar.event(event, for: alex.actor).status == .cancelled)
        let remind = try await fixture.propose(
            ToolRequest(tool: .setReminder, time: .expression("tomorrow at 8am"), text: "Send the plan"),
            as: alex
        )
        let reminder = try await fixture.proposals.confirm(remind.id, by: alex.actor).result.reminderId
        #expect(try await fixture.reminders.list(for: alex.actor).map(\.id) == [reminder])
    }

    // MARK: Other ends

    @Test func cancelledIsCancelled() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        try await fixture.client("Sara Lindqvist", of: alex)
        let proposal = try await call(fixture, alex)
        for _ in 0..<2 {
            #expect(try await fixture.proposals.cancel(proposal.id, by: alex.actor, door: .chat).state == .cancelled)
        }
        #expect(await errorCode { _ = try await fixture.proposals.confirm(proposal.id, by: alex.actor) } == .conflict)
        #expect(try await states(fixture, alex) == [.cancelled, .pending])
        #expect(try await fixture.audit.entries(of: alex.actor, limit: 1).map(\.door) == [.chat])
        let done = try await call(fixture, alex)
        _ = try await fixture.proposals.confirm(done.id, by: alex.actor)
        #expect(await errorCode { _ = try await fixture.proposals.cancel(done.id, by: alex.actor) } == .conflict)
    }

    @Test func timeRunsOut() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        try await fixture.client("Sara Lindqvist", of: alex)
        let late = try await call(fixture, alex)
        let swept = try await call(fixture, alex)
        fixture.clock.set(late.expiresAt)
        #expect(try await fixture.proposals.proposal(swept.id, for: alex.actor).state == .expired)
        #expect(try await fixture.proposals.list(for: alex.actor, state: .pending).isEmpty)
        #expect(await errorCode { _ = try await fixture.proposals.confirm(late.id, by: alex.actor) } == .expired)
        #expect(try await fixture.proposals.sweep() == 1)
        #expect(try await fixture.proposals.sweep() == 0)
        #expect(await errorCode { _ = try await fixture.proposals.confirm(swept.id, by: alex.actor) } == .expired)
        #expect(await errorCode { _ = try await fixture.proposals.cancel(swept.id, by: alex.actor) } == .expired)
        #expect(try await states(fixture, alex) == [.expired, .expired, .pending, .pending])
        #expect(try await fixture.audit.entries(of: alex.actor, limit: 2).map(\.door) == [.clock, .clock])
        #expect(try await fixture.calendar.events(of: alex.actor, from: .earliest, to: .latest).isEmpty)
    }

    @Test func aClockThatWasSetBackConfirmsNothing() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        try await fixture.client("Sara Lindqvist", of: alex)
        let proposal = try await call(fixture, alex)
        let made = fixture.clock.now()
        fixture.clock.set(made.adding(seconds: -10 * 365 * 86_400))
        let error = await #expect(throws: SpotterError.self) {
            _ = try await fixture.proposals.confirm(proposal.id, by: alex.actor)
        }
        #expect(error?.code == .conflict)
        #expect(error?.message.contains("clock") == true)
        #expect(try await fixture.calendar.events(of: alex.actor, from: .earliest, to: .latest).isEmpty)
        // A small correction, as time synchronisation makes it, stops nobody.
        fixture.clock.set(made.adding(seconds: -Timestamp.toleratedStepBackSeconds))
        _ = try await fixture.proposals.confirm(proposal.id, by: alex.actor)
    }
}

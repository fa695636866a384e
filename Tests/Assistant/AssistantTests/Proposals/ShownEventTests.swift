import Accounts
import AssistantTools
import Domain
import RequestReading
import Scheduling
import SpotterAPI
import TestSupport
import Testing

@testable import Assistant

/// A confirmation does what was shown, or nothing: an event that has become another one stays as it is.
@Suite struct ShownEventTests {
    private struct Booked {
        let fixture: ToolsFixture
        let alex: User
        let event: CalendarEvent

        init() async throws {
            fixture = try await ToolsFixture()
            alex = try await fixture.trainer()
            let sara = try await fixture.client("Sara Lindqvist", of: alex)
            event = try await fixture.calendar.create(
                NewEvent(
                    eventType: .call,
                    title: "Check-in",
                    clientId: sara.id,
                    startsAt: instant("2026-03-12T15:00-04:00"),
                    endsAt: instant("2026-03-12T15:30-04:00")
                ),
                by: alex.actor
            )
        }

        func propose(_ tool: ToolName) async throws -> Proposal {
            var request = ToolRequest(tool: tool, eventId: event.id)
            if tool == .rescheduleEvent { request.time = .instant(instant("2026-03-13T16:00-04:00")) }
            return try await fixture.propose(request, as: alex)
        }
    }

    static let changes: [Scheduling.EventChange] = [
        Scheduling.EventChange(title: "Surgery talk"),
        Scheduling.EventChange(startsAt: instant("2026-03-20T10:00-04:00"), endsAt: instant("2026-03-20T10:30-04:00")),
        Scheduling.EventChange(startsAt: instant("2026-03-12T15:00-04:00"), endsAt: instant("2026-03-12T16:00-04:00")),
    ]

    @Test(arguments: [ToolName.cancelEvent, .rescheduleEvent], changes)
    func whatHasChangedSinceIsNotTouched(tool: ToolName, change: Scheduling.EventChange) async throws {
        let booked = try await Booked()
        let (fixture, alex) = (booked.fixture, booked.alex)
        let proposal = try await booked.propose(tool)
        let changed = try await fixture.calendar.change(booked.event.id, change, by: alex.actor)
        let error = await #expect(throws: SpotterError.self) {
            try await fixture.proposals.confirm(proposal.id, by: alex.actor)
        }
        #expect(error?.code == .conflict)
        #expect(error?.message.contains("Check-in") == true && error?.message.contains("Ask again") == true)
        #expect(try await fixture.calendar.event(booked.event.id, for: alex.actor) == changed)
        #expect(try await fixture.proposals.proposal(proposal.id, for: alex.actor).state == .failed)
        // Asked for again, it's shown as it is now, and done.
        let again = try await booked.propose(tool)
        #expect(again.summary.contains(changed.title))
        _ = try await fixture.proposals.confirm(again.id, by: alex.actor)
    }

    @Test(arguments: [ToolName.cancelEvent, .rescheduleEvent])
    func whatIsAsItWasShownIsDone(tool: ToolName) async throws {
        let booked = try await Booked()
        let (fixture, alex) = (booked.fixture, booked.alex)
        let proposal = try await booked.propose(tool)
        _ = try await fixture.calendar.rename(booked.event.id, to: "Other", by: alex.actor)
        _ = try await fixture.calendar.rename(booked.event.id, to: "Check-in", by: alex.actor)
        let done = try await fixture.proposals.confirm(proposal.id, by: alex.actor)
        #expect(done.proposal.state == .executed)
        let event = try await fixture.calendar.event(booked.event.id, for: alex.actor)
        #expect(tool == .cancelEvent ? event.status == .cancelled : event.startsAt != booked.event.startsAt)
    }

    /// Proposals that an earlier version stored.
    @Test func whatWasProposedWithoutItIsDoneAsBefore() async throws {
        let booked = try await Booked()
        let (fixture, alex) = (booked.fixture, booked.alex)
        let proposal = try await fixture.proposals.create(
            .cancelEvent(.init(eventId: booked.event.id)),
            summary: "Cancel it",
            for: alex.id
        )
        _ = try await fixture.calendar.rename(booked.event.id, to: "Other", by: alex.actor)
        _ = try await fixture.proposals.confirm(proposal.id, by: alex.actor)
        #expect(try await fixture.calendar.event(booked.event.id, for: alex.actor).status == .cancelled)
    }

    /// The title in the audit log goes when words go.
    @Test func theTitleCountsAsWords() {
        let shown = ToolArguments.ShownEvent(title: "Check-in", startsAt: .earliest, endsAt: .latest)
        let cancel = ToolArguments.cancelEvent(.init(eventId: EventID(high: 1, low: 1), shown: shown))
        #expect(cancel.words == "Check-in")
        #expect(cancel.withoutWords.words == "")
        #expect(ToolArguments.cancelEvent(.init(eventId: EventID(high: 1, low: 1))).words == nil)
    }
}

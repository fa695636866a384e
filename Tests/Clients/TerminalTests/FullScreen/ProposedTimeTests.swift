import Domain
import Foundation
import SpotterAPI
import TestSupport
import Testing

@testable import Terminal

/// `e` on a proposal with a time. It is Wednesday, 11 March 2026, 13:15 in UTC.
@Suite struct ProposedTimeTests {
    private static func at(_ text: String) -> Timestamp? { Timestamp(rfc3339: text) }

    private func call(_ world: AppWorld) throws -> Proposal {
        let start = try #require(Self.at("2026-03-14T10:00:00Z"))
        return Proposal(
            id: AppWorld.id(500),
            tool: .scheduleCall,
            arguments: .scheduleCall(
                .init(
                    clientId: world.sara,
                    startsAt: start,
                    durationMinutes: 30,
                    eventType: .call,
                    title: "Call with Sara",
                    timezone: "UTC"
                )
            ),
            summary: "Call with Sara, Sat 14 Mar 10:00",
            state: .pending,
            expiresAt: world.clock.now().adding(minutes: 9),
            version: 3
        )
    }

    @Test(
        arguments: [
            ("at 11:30", "2026-03-14T11:30:00Z", nil), ("11:30", "2026-03-14T11:30:00Z", nil),
            ("on Friday", "2026-03-13T10:00:00Z", nil), ("tomorrow at 4pm", "2026-03-12T16:00:00Z", nil),
            ("Sat 14 Mar 2026 12:00", "2026-03-14T12:00:00Z", nil),
            ("from 3pm to 4pm", "2026-03-14T15:00:00Z", 60), ("45 minutes", nil, 45),
        ] as [(String, String?, Int?)]
    ) func wordsAreATime(words: String, start: String?, minutes: Int?) throws {
        let world = AppWorld()
        let proposal = try call(world)
        let change = ProposedTime(proposal, world.model.time).change(words, now: world.clock.now())
        let wanted = EditProposalRequest(
            version: 3,
            startsAt: start.flatMap(Self.at),
            durationMinutes: minutes
        )
        #expect(change == wanted, "\(words)")
    }

    @Test(arguments: ["with Mike instead", "make it longer", "", "every Friday at 10"]) func otherWordsAreNone(
        words: String
    )
        throws
    {
        let world = AppWorld()
        #expect(ProposedTime(try call(world), world.model.time).change(words, now: world.clock.now()) == nil)
    }

    @Test func theKeyOffersTheTimeAndOtherWordsAreAsked() throws {
        var world = AppWorld()
        world.open([world.message(1, "hi")])
        let proposal = try call(world)
        _ = world.model.handle(.proposals([proposal]))
        world.press("up", "e")
        #expect(world.model.composer.text == "Sat 14 Mar 2026 10:00")
        // Nothing was changed.
        #expect(!world.press("enter").contains { if case .editProposal = $0 { true } else { false } })
        world.press("up", "e", "ctrl-u")
        world.type("at 11:30")
        let request = EditProposalRequest(version: 3, startsAt: Self.at("2026-03-14T11:30:00Z"))
        #expect(world.press("enter").contains(.editProposal(proposal.id, request)))
        world.press("up", "e", "ctrl-u")
        world.type("with Mike instead")
        let asked = world.press("enter").contains { effect in
            if case .ask(let query) = effect { query.message.hasSuffix("with Mike instead") } else { false }
        }
        #expect(asked)
    }

    @Test func aReminderTakesATimeOrOtherWords() throws {
        let world = AppWorld()
        let due = try #require(Self.at("2026-03-12T09:00:00Z"))
        let proposal = Proposal(
            id: AppWorld.id(501),
            tool: .setReminder,
            arguments: .setReminder(.init(text: "call Sara", dueAt: due)),
            summary: "Remind you to call Sara",
            state: .pending,
            expiresAt: world.clock.now().adding(minutes: 9)
        )
        let proposed = ProposedTime(proposal, world.model.time)
        #expect(proposed.text == nil)
        let later = Self.at("2026-03-13T09:00:00Z")
        #expect(proposed.change("on Friday", now: world.clock.now()) == EditProposalRequest(version: 1, dueAt: later))
        #expect(proposed.change("call Sara today", now: world.clock.now()) == nil)
    }
}

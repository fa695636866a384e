import Domain
import Messaging
import MessagingTestKit
import TestSupport
import Testing

@testable import Scheduling

/// Whoever gets it has moved: what recurs comes at its time of day there, from the next time on.
@Suite struct ScheduledZoneTests {
    /// A daily message at 8, of which one was sent in Stockholm on Monday, 9 March.
    private static func daily(_ house: ScheduleHouse, _ zone: String? = nil) async throws -> (
        User, User, ScheduledMessage
    ) {
        let (chat, trainer, client) = try await house.fixture.pair()
        try await house.setZone("Europe/Stockholm", of: client)
        let made = try await house.create(
            NewScheduledMessage(chatId: chat, text: "x", start: .words("every day at 8am"), zone: zone),
            by: trainer.actor
        )
        try await house.pass(to: instant("2026-03-09T08:00+01:00"))
        return (trainer, client, made)
    }

    @Test(arguments: [
        ("America/New_York", "2026-03-09T12:00+01:00", "2026-03-10T08:00-04:00"),
        ("Australia/Sydney", "2026-03-09T09:00+01:00", "2026-03-10T08:00+11:00"),
        // Where 8 has passed already, it comes at once, not a day later.
        ("Australia/Sydney", "2026-03-10T01:00+01:00", "2026-03-10T08:00+11:00"),
    ])
    func theNextOneComesInTheNewZone(zone: String, moved: String, next: String) async throws {
        try await ScheduleHouse.run { house in
            let (trainer, client, made) = try await Self.daily(house)
            try await house.pass(to: instant(moved))
            try await house.setZone(zone, of: client)
            try await house.scheduled.followZone(of: client.id)
            let waiting = try await house.scheduled.message(made.id, for: trainer.actor)
            #expect(waiting.sendAt == instant(next) && waiting.zone == zone && waiting.sentCount == 1)
            let due = max(instant(next), instant(moved))
            #expect(waiting.dueAt == due)
            // The clock doesn't go back for what is due already.
            if due > instant(moved) { try await house.pass(to: due.adding(seconds: -1)) }
            try await house.pass(to: due)
            let sent = try await house.scheduled.message(made.id, for: trainer.actor)
            #expect(sent.sentCount == 2 && sent.sentAt == due)
            #expect(sent.sendAt == instant(next).adding(minutes: 24 * 60))
        }
    }

    /// The service looks too, should the server have stopped before the message was moved.
    @Test func aChangeThatWasMissedIsSeenWhenItIsDue() async throws {
        try await ScheduleHouse.run { house in
            let (trainer, client, made) = try await Self.daily(house)
            try await house.setZone("America/New_York", of: client)
            try await house.pass(to: instant("2026-03-10T08:00+01:00"))
            #expect(try await house.scheduled.message(made.id, for: trainer.actor).sentCount == 1)
            try await house.pass(to: instant("2026-03-10T08:00-04:00"))
            #expect(try await house.scheduled.message(made.id, for: trainer.actor).sentCount == 2)
        }
    }

    @Test func aZoneThatWasGivenStays() async throws {
        try await ScheduleHouse.run { house in
            let (trainer, client, made) = try await Self.daily(house, "Europe/Stockholm")
            let before = try await house.scheduled.message(made.id, for: trainer.actor)
            try await house.setZone("America/New_York", of: client)
            try await house.scheduled.followZone(of: client.id)
            #expect(try await house.scheduled.message(made.id, for: trainer.actor) == before)
        }
    }
}

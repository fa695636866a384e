import Accounts
import ContactsTestKit
import Domain
import Foundation
import Logging
import Messaging
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Notifications

/// In a user's quiet hours no device is notified; afterwards each is told once of what is still unread.
@Suite struct QuietHoursTests {
    /// Sara in Stockholm, quiet from 22:00 to 07:00, with a webhook and ntfy.
    private func night(
        _ world: NotificationFixture,
        from start: String,
        ntfy: Bool = false
    ) async throws -> (alex: Principal, sara: Principal, chat: ChatID) {
        world.clock.set(try time("2026-03-01T12:00:00Z"))
        let (alex, sara, chat) = try await world.pair()
        _ = try await world.messaging.profiles.change(.init(timezone: "Europe/Stockholm"), of: sara.userId)
        try await set(QuietHours(from: "22:00", to: "07:00"), sara, world)
        try await world.hook(sara)
        if ntfy { try await world.subscribe(#"{"kind":"ntfy","topic":"sara-secret"}"#, by: sara) }
        world.clock.set(try time(start))
        return (alex, sara, chat)
    }

    private func set(_ hours: QuietHours?, _ user: Principal, _ world: NotificationFixture) async throws {
        try await QuietHoursSettings(database: world.database).set(hours, by: user.actor)
    }

    private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

    @Test func whatCameIsToldOnceAfterwards() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await night(world, from: "2026-03-02T21:30:00Z", ntfy: true)
            let mike = try await world.person("Mike")
            _ = try await world.messaging.contacts.addClient(mike.user, by: alex.actor)
            let group = try await world.messaging.chats.open(
                .group(name: "Legs", with: [sara.userId, mike.userId]),
                by: alex.actor
            ).chat.id
            for text in ["1", "2"] { try await world.send(text, to: chat, by: alex) }
            #expect(try await world.told() == [])
            world.clock.set(try time("2026-03-03T05:59:59Z"))
            try await world.send("3", to: group, by: mike)
            try await world.settle()
            #expect(world.network.take().isEmpty)

            world.clock.set(try time("2026-03-03T06:00:00Z"))
            try await world.settle()
            let posted = world.network.take()
            #expect(posted.count == 2)
            let hook = try #require(posted.first { $0.url == NotificationFixture.hook }).json
            #expect(hook["type"] as? String == "new_messages" && hook["title"] as? String == "3 new messages")
            #expect(hook["body"] as? String == "From Mike and Alex, in your quiet hours")
            #expect(hook["badge"] as? Int == 3 && hook["chatId"] == nil)
            #expect((hook["data"] as? [String: Any])?["count"] as? Int == 3)
            let ntfy = try #require(posted.first { $0.url != NotificationFixture.hook }).json
            #expect(ntfy["title"] as? String == "Spotter" && ntfy["message"] as? String == "3 new messages")
            // The day begins, and nothing is told twice.
            try await world.send("4", to: chat, by: alex)
            #expect(try await world.told().filter { $0 == "4" }.count == 1)
            world.clock.advance(milliseconds: 60_000)
            #expect(try await world.told() == [])
            #expect(try await world.count("SELECT count(*) FROM notification_quiet") == 0)
        }
    }

    @Test func oneMessageIsToldAsItself() async throws {
        try await NotificationFixture.run { world in
            let (alex, _, chat) = try await night(world, from: "2026-03-02T21:30:00Z")
            try await world.send("Squats today", to: chat, by: alex)
            #expect(try await world.told() == [])
            world.clock.set(try time("2026-03-03T06:00:00Z"))
            try await world.settle()
            let posted = world.network.take()
            #expect(posted.map { $0.json["type"] as? String } == ["new_message"])
            #expect(posted.first?.json["body"] as? String == "Squats today")
        }
    }

    @Test func whatWasReadDeletedOrMutedIsNotTold() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await night(world, from: "2026-03-02T21:30:00Z")
            let read = try await world.send("read", to: chat, by: alex)
            #expect(try await world.told() == [])
            _ = try await world.messaging.receipts.advance(.read, to: read.seq, in: chat, by: sara.actor)
            world.clock.set(try time("2026-03-03T06:00:00Z"))
            #expect(try await world.told() == [])
            #expect(try await world.count("SELECT count(*) FROM notification_quiet") == 0)
        }
    }

    @Test func aRestartLosesAndRepeatsNothing() async throws {
        try await NotificationFixture.run { world in
            let (alex, _, chat) = try await night(world, from: "2026-03-02T21:30:00Z")
            for text in ["1", "2"] { try await world.send(text, to: chat, by: alex) }
            #expect(try await world.told() == [])
            let next = try await world.reopened()
            #expect(try await next.told() == [])
            next.clock.set(try time("2026-03-03T06:00:30Z"))
            let morning = try await next.reopened()
            #expect(try await morning.told() == ["From Alex, in your quiet hours"])
            let last = try await morning.reopened()
            #expect(try await last.told() == [])
            try? await last.database.close()
        }
    }

    /// 22:00 and 07:00 are those of the clock on the wall, also in the nights when it changes.
    @Test(arguments: [
        // Forward on 29 March: at 05:00 UTC it's 07:00.
        ("2026-03-28T20:59:59Z", "2026-03-28T21:00:00Z", "2026-03-29T04:59:59Z", "2026-03-29T05:00:00Z"),
        // Back on 25 October: at 06:00 UTC it's 07:00.
        ("2026-10-24T19:59:59Z", "2026-10-24T20:00:00Z", "2026-10-25T05:59:59Z", "2026-10-25T06:00:00Z"),
    ])
    func theHoursFollowTheClocks(before: String, begin: String, last: String, end: String) async throws {
        try await NotificationFixture.run { world in
            let (alex, _, chat) = try await night(world, from: before)
            try await world.send("before", to: chat, by: alex)
            #expect(try await world.told() == ["before"])
            world.clock.set(try time(begin))
            for text in ["1", "2"] { try await world.send(text, to: chat, by: alex) }
            #expect(try await world.told() == [])
            world.clock.set(try time(last))
            #expect(try await world.told() == [])
            world.clock.set(try time(end))
            #expect(try await world.told() == ["From Alex, in your quiet hours"])
        }
    }

    @Test func endingThemEarlyTellsAtOnce() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await night(world, from: "2026-03-02T21:30:00Z")
            for text in ["1", "2"] { try await world.send(text, to: chat, by: alex) }
            #expect(try await world.told() == [])
            try await set(nil, sara, world)
            #expect(try await world.told() == ["From Alex, in your quiet hours"])
            try await world.send("3", to: chat, by: alex)
            #expect(try await world.told() == ["3"])
        }
    }

    /// A delivery that is tried again isn't made in the night into which it got.
    @Test func retriesWaitToo() async throws {
        let network = PlayedNetwork { _, number in
            number == 0 ? HTTPTransportResponse(status: 503, retryAfter: "120") : HTTPTransportResponse(status: 201)
        }
        try await NotificationFixture.run(network) { world in
            let (alex, _, chat) = try await night(world, from: "2026-03-02T20:59:30Z")
            try await world.send("late", to: chat, by: alex)
            try await world.settle()
            #expect(network.take().count == 1 && network.sleeps.count == 1)
            world.clock.set(try time("2026-03-03T06:00:00Z"))
            #expect(try await world.told() == ["late"])
        }
    }

    @Test func aReminderRingsAndAnAppointmentWaits() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, _) = try await night(world, from: "2026-03-02T21:30:00Z")
            let ids = UUIDv7Source(clock: world.clock)
            let calendar = EventCalendar(database: world.database, clock: world.clock, ids: ids)
            let start = world.clock.now().adding(minutes: 24 * 60)
            _ = try await calendar.create(
                NewEvent(
                    eventType: .training,
                    clientId: sara.userId,
                    startsAt: start,
                    endsAt: start.adding(minutes: 60)
                ),
                by: alex.actor
            )
            #expect(try await world.told() == [])
            let reminders = Reminders(database: world.database, clock: world.clock, ids: ids)
            let due = world.clock.now().adding(minutes: 5)
            _ = try await reminders.create(NewReminder(text: "Magnesium", dueAt: due), by: sara.actor)
            world.clock.set(due)
            let service = NoticeService(reminders: reminders, logger: Logger(label: "test")) { _ in }
            #expect(try await service.claimDue() == 1)
            #expect(try await world.told() == ["Magnesium"])
            world.clock.set(try time("2026-03-03T06:00:00Z"))
            let morning = try await world.told()
            #expect(morning.count == 1 && morning.first?.hasPrefix("Training with Alex, ") == true)
            #expect(try await world.told() == [])
        }
    }

    @Test func mailsWaitToo() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await night(world, from: "2026-03-02T20:55:00Z")
            try await world.subscribe(#"{"kind":"mail"}"#, by: sara)
            try await world.send("1", to: chat, by: alex)
            try await world.settle()
            let notifier = world.notifications.notifier
            for moment in ["2026-03-02T21:10:00Z", "2026-03-03T02:00:00Z", "2026-03-03T05:59:00Z"] {
                world.clock.set(try time(moment))
                try await notifier.sendMails()
            }
            #expect(world.mail.mails.isEmpty)
            world.clock.set(try time("2026-03-03T06:00:00Z"))
            try await notifier.sendMails()
            #expect(world.mail.mails.map(\.to) == ["sara@example.com"])
        }
    }

    @Test func othersAndTestsAreNotHeld() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await night(world, from: "2026-03-02T21:30:00Z")
            try await world.hook(alex, "/alex")
            try await world.send("Good night", to: chat, by: sara)
            #expect(try await world.told() == ["Good night"])
            let device = try #require(try await world.notifications.subscriptions.list(of: sara).first)
            #expect(try await world.notifications.test(device.id, by: sara).delivered)
        }
    }
}

import Accounts
import Domain
import Foundation
import Logging
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Notifications

/// Due reminders and changed appointments on the devices of who isn't connected.
@Suite struct NoticeDeliveryTests {
    private func calendar(_ world: NotificationFixture) -> EventCalendar {
        EventCalendar(database: world.database, clock: world.clock, ids: UUIDv7Source(clock: world.clock))
    }

    private func plan(_ world: NotificationFixture, _ alex: Actor, _ sara: UserID, hour: Int64 = 24) async throws
        -> CalendarEvent
    {
        let start = world.clock.now().adding(minutes: hour * 60)
        return try await calendar(world).create(
            NewEvent(eventType: .training, clientId: sara, startsAt: start, endsAt: start.adding(minutes: 60)),
            by: alex
        )
    }

    @Test func everyKindIsToldOnceAndPrivately() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, _) = try await world.pair()
            try await world.hook(sara)
            try await world.subscribe(#"{"kind":"ntfy","topic":"sara-secret"}"#, by: sara)
            try await world.subscribe(#"{"kind":"mail"}"#, by: sara)
            let event = try await plan(world, alex.actor, sara.userId)
            try await world.settle()
            let posted = world.network.take()
            #expect(posted.count == 2)
            let hook = try #require(posted.first { $0.url == NotificationFixture.hook })
            #expect(hook.json["type"] as? String == "event.created")
            #expect((hook.json["body"] as? String)?.hasPrefix("Training with Alex, ") == true)
            #expect(hook.headers["X-Spotter-Signature"] != nil && hook.headers["X-Spotter-Delivery"] != nil)
            let data = try #require(hook.json["data"] as? [String: Any])
            #expect(data["eventId"] as? String == "\(event.id)" && data["startsAt"] as? String == "\(event.startsAt)")
            // ntfy passes others' hands, so that its default shows no text.
            let ntfy = try #require(posted.first { $0.url != NotificationFixture.hook })
            #expect(ntfy.json["message"] as? String == "An appointment has changed")
            #expect(try await world.told() == [])
            world.clock.advance(milliseconds: 700_000)
            try await world.notifications.notifier.sendMails()
            try await world.settle()
            world.clock.advance(milliseconds: 7_000_000)
            try await world.notifications.notifier.sendMails()
            #expect(world.mail.mails.count == 1)
            #expect(world.mail.mails.first?.text.contains("Subject: News about your appointments on Spotter") == true)
            #expect(world.mail.mails.first?.text.contains("Training") == false)
        }
    }

    @Test func whatWasSeenOrIsOldIsNotTold() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, _) = try await world.pair()
            try await world.hook(sara)
            _ = try await plan(world, alex.actor, sara.userId)
            let notices = Notices(database: world.database, clock: world.clock)
            let notice = try #require(try await notices.list(for: sara.actor).notices.first)
            _ = try await notices.markSeen(notice.id, by: sara.actor)
            #expect(try await world.told() == [])
            _ = try await plan(world, alex.actor, sara.userId, hour: 300)
            world.clock.advance(milliseconds: 25 * 3_600_000)
            #expect(try await world.told() == [])
        }
    }

    @Test func aDeviceThatCameLaterIsNotToldOfWhatWasBefore() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, _) = try await world.pair()
            _ = try await plan(world, alex.actor, sara.userId)
            world.clock.advance(milliseconds: 1000)
            try await world.hook(sara)
            #expect(try await world.told() == [])
        }
    }

    /// The attempts go on after a restart, and what was delivered isn't delivered again.
    @Test func aRestartLosesNothingAndRepeatsNothing() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, _) = try await world.pair()
            try await world.hook(sara)
            _ = try await plan(world, alex.actor, sara.userId)
            let next = try await world.reopened()
            #expect(try await next.told().count == 1)
            let last = try await next.reopened()
            #expect(try await last.told() == [])
            world.clock.advance(milliseconds: 3 * 86_400_000)
            try await last.notifications.notifier.deliveryWorker.notices.prune(at: world.clock.now())
            #expect(try await last.count("SELECT count(*) FROM notification_notices") == 0)
            try? await last.database.close()
        }
    }
}

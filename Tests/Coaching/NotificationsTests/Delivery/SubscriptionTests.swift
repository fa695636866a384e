import Accounts
import Domain
import Foundation
import Messaging
import NotificationsTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Notifications

@Suite struct SubscriptionTests {
    @Test func theSameTargetIsTheSameSubscription() async throws {
        try await NotificationFixture.run { world in
            let alex = try await world.person("Alex", .trainer)
            let laptop = try await world.device(of: alex)
            let first = try await world.hook(alex)
            let again = try await world.hook(laptop)
            #expect(first.isNew && !again.isNew && first.subscription.id == again.subscription.id)
            #expect(first.secret != nil && again.secret == nil, "a secret is told once")
            let seen = try await world.notifications.subscriptions.list(of: laptop)
            #expect(seen.map(\.current) == [true], "it belongs to the log-in that asked last")
        }
    }

    /// Somebody else logs in with the same browser: what it's sent from then on is theirs.
    @Test func aBrowserIsOnePersons() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            let browser = Browser().subscription(at: "https://fcm.googleapis.com/x")
            try await world.subscribe(browser, by: sara)
            try await world.subscribe(browser, by: alex)
            #expect(try await world.notifications.subscriptions.list(of: sara).isEmpty)
            try await world.send("Hello", to: chat, by: alex)
            try await world.settle()
            #expect(world.network.take().isEmpty)
        }
    }

    @Test func twentyAreKept() async throws {
        try await NotificationFixture.run { world in
            let alex = try await world.person("Alex", .trainer)
            for number in 0..<Subscriptions.maxPerUser { try await world.hook(alex, "/\(number)") }
            let error = await #expect(throws: SpotterError.self) { try await world.hook(alex, "/more") }
            #expect(error?.code == .conflict)
            #expect(try await !world.hook(alex, "/1").isNew, "an old one can still be renewed")
        }
    }

    @Test func logoutAndDeletionTakeThemAlong() async throws {
        try await NotificationFixture.run { world in
            let alex = try await world.person("Alex", .trainer)
            let laptop = try await world.device(of: alex)
            try await world.hook(alex, "/phone")
            try await world.hook(laptop, "/laptop")
            try await world.messaging.accounts.logout(laptop.sessionId)
            let left = try await world.notifications.subscriptions.list(of: alex)
            #expect(left.map(\.target) == [NotificationFixture.hook + "/phone"])
            try await AccountDeletion(
                world.messaging.accounts,
                participants: world.messaging.deletionParticipants
            ).delete(alex, password: Secret("secret-Alex"))
            #expect(try await world.count("SELECT count(*) FROM notification_subscriptions") == 0)
        }
    }

    /// A log-in that nobody has used for so long that it can't be used any more.
    @Test func aSessionThatExpiredTakesItsOwnAlong() async throws {
        try await NotificationFixture.run { world in
            let alex = try await world.person("Alex", .trainer)
            try await world.hook(alex)
            #expect(try await world.notifications.notifier.prune())
            world.clock.advance(milliseconds: 1000 * (Accounts.refreshLifetimeSeconds + 1))
            #expect(try await !world.notifications.notifier.prune())
        }
    }

    @Test func othersAreNotToBeFound() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, _) = try await world.pair()
            let id = try await world.hook(alex).subscription.id
            for attempt in [
                { try await world.notifications.subscriptions.remove(id, by: sara) },
                { _ = try await world.notifications.test(id, by: sara) },
            ] as [() async throws -> Void] {
                let error = await #expect(throws: SpotterError.self) { try await attempt() }
                #expect(error == SpotterError.notFound("subscription"))
            }
            #expect(world.network.take().isEmpty)
        }
    }
}

import Accounts
import Cluster
import ClusterTestKit
import Contacts
import ContactsTestKit
import Domain
import Foundation
import Messaging
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Notifications

/// Nothing is lost and nothing is told twice, whatever stops the server.
@Suite struct RestartTests {
    @Test func whatWasNotToldIsToldAfterARestart() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara)
            try await world.send("1", to: chat, by: alex)
            #expect(try await world.told() == ["1"])
            try await world.send("2", to: chat, by: alex)
            let again = try await world.reopened()
            #expect(try await again.told() == ["2"])
            let third = try await again.reopened()
            #expect(try await third.told() == [])
            try? await third.database.close()
        }
    }

    /// Another node goes on where the lease's former holder has stored that it was.
    @Test func aNodeWhoseWorkWasTakenOverTellsNobody() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara)
            try await world.subscribe(#"{"kind":"mail"}"#, by: sara)
            let takeover = try await TestCluster(world.database).takeover()
            takeover.thaw()
            try await world.send("1", to: chat, by: alex)
            try? await takeover.late.perform { try await world.settle() }
            #expect(world.network.take().isEmpty)
            try await takeover.next.perform {
                try await world.settle()
                try await world.settle()
            }
            #expect(world.network.take().count == 1)
            // What it remembers of its own term would tell of it again.
            try await world.send("2", to: chat, by: alex)
            try? await takeover.late.perform { try await world.settle() }
            #expect(world.network.take().isEmpty)
            try await takeover.next.perform { try await world.settle() }
            #expect(world.network.take().count == 1)
            world.clock.advance(milliseconds: 600_000)
            let notifier = world.notifications.notifier
            await #expect(throws: LeaseLost.self) { try await takeover.late.perform { try await notifier.sendMails() } }
            #expect(world.mail.mails.isEmpty)
            try await takeover.next.perform {
                try await notifier.sendMails()
                try await notifier.sendMails()
            }
            #expect(world.mail.mails.count == 1)
        }
    }

    @Test func oldNewsIsNoneAfterALongPause() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara)
            try await world.send("old", to: chat, by: alex)
            world.clock.advance(milliseconds: 3_601_000)
            try await world.send("new", to: chat, by: alex)
            let again = try await world.reopened()
            #expect(try await again.told() == ["new"])
            try? await again.database.close()
        }
    }

    /// One device can't be reached: the mark waits for it, and the others aren't told again.
    @Test func devicesThatAreAheadStayAhead() async throws {
        let network = PlayedNetwork { request, _ in
            guard request.url.hasSuffix("/slow") else { return HTTPTransportResponse(status: 200) }
            throw CancellationError()
        }
        try await NotificationFixture.run(network) { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara, "/quick")
            try await world.hook(sara, "/slow")
            try await world.send("1", to: chat, by: alex)
            try await world.send("2", to: chat, by: alex)
            let notifier = world.notifications.notifier
            while try await notifier.poll() {}
            // The server stops while the slow one is being waited for.
            for subscription in notifier.deliveryWorker.queues.claimIdle() {
                let isSlow = try await world.isSlow(subscription)
                let work = Task { await notifier.deliveryWorker.processQueue(subscription) }
                if isSlow { work.cancel() }
                await work.value
            }
            try await notifier.saveWatermark()
            #expect(network.take().count { $0.url.hasSuffix("/quick") } == 2)
            let again = try await world.reopened()
            let look = again.notifications.notifier
            while try await look.poll() {}
            #expect(look.deliveryWorker.queues.count == 2)
            let waiting = look.deliveryWorker.queues.claimIdle()
            #expect(waiting.count == 1)
            for subscription in waiting { #expect(try await again.isSlow(subscription)) }
            try? await again.database.close()
        }
    }

    /// A chat's purge frees the highest numbers, and the database gives them again.
    @Test func numbersThatComeAgainAreNewMessages() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            let tess = try await world.person("Tess", .trainer)
            let tom = try await world.person("Tom")
            _ = try await world.messaging.contacts.addClient(tom.user, by: tess.actor)
            let other = try await world.messaging.chats.open(.direct(with: tom.userId), by: tess.actor).chat.id
            try await world.hook(sara)
            try await world.send("1", to: chat, by: alex)
            let first = try await world.count("SELECT max(num) FROM messages")
            for text in ["a", "b", "c"] { try await world.send(text, to: other, by: tess) }
            #expect(try await world.told() == ["1"])
            for person in [tess, tom] {
                try await world.messaging.chats.remove(person.userId, from: other, by: person.actor)
            }
            #expect(try await world.count("SELECT max(num) FROM messages") == first)
            world.clock.advance(milliseconds: 10)
            for text in ["2", "3", "4", "5"] { try await world.send(text, to: chat, by: alex) }
            #expect(try await world.told() == ["2", "3", "4", "5"])
            #expect(try await world.told() == [])
        }
    }

    @Test func manyMessagesAreReadInBatches() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara)
            let count = RecipientCandidates.maxMessages + 30
            for number in 0..<count { try await world.send("\(number)", to: chat, by: alex) }
            // A device gets the newest hundred of what waits for it.
            let told = try await world.told()
            #expect(told == ((count - DeliveryQueues.maxPerDevice)..<count).map(String.init))
        }
    }

    /// Nobody subscribes: nothing is read or written, and whoever comes first hears of what is new from then on.
    @Test func withoutSubscriptionsNothingHappens() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            let signal = world.notifications.subscriptions.signal
            for text in ["1", "2"] { try await world.send(text, to: chat, by: alex) }
            signal.finish()
            var wakes = 0
            for await _ in signal.wakeUps { wakes += 1 }
            #expect(wakes == 0)
            try await world.hook(sara)
            try await world.send("3", to: chat, by: alex)
            #expect(try await world.told() == ["3"])
            try await world.messaging.accounts.logout(sara.sessionId)
            #expect(try await !world.notifications.notifier.prune())
            #expect(try await world.count("SELECT count(*) FROM notification_subscriptions") == 0)
        }
    }
}

extension NotificationFixture {
    func isSlow(_ subscription: SubscriptionID) async throws -> Bool {
        try await database.read {
            try $0.exists(
                "SELECT 1 FROM notification_subscriptions WHERE id = $1 AND target LIKE '%/slow'",
                subscription
            )
        }
    }
}

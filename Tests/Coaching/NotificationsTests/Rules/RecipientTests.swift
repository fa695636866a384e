import Accounts
import Contacts
import ContactsTestKit
import Domain
import Foundation
import Live
import Messaging
import NIOCore
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Notifications

/// Who is told of a message, decided when it's sent and not when it was written.
@Suite struct RecipientTests {
    @Test func theOtherOneIsToldAndTheSenderIsNot() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(alex, "/alex")
            try await world.hook(sara, "/sara")
            try await world.send("Hello", to: chat, by: alex)
            try await world.settle()
            #expect(world.network.take().map(\.url) == [NotificationFixture.hook + "/sara"])
            #expect(try await world.told() == [], "once")
        }
    }

    @Test func allDevicesAreTold() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara, "/phone")
            try await world.hook(try await world.device(of: sara), "/laptop")
            try await world.subscribe(#"{"kind":"ntfy","topic":"sara"}"#, by: sara)
            try await world.send("Hello", to: chat, by: alex)
            try await world.settle()
            let urls = world.network.take().map(\.url).sorted()
            #expect(
                urls == [
                    NotificationFixture.hook + "/laptop", NotificationFixture.hook + "/phone",
                    "https://ntfy.example.com",
                ]
            )
        }
    }

    enum Reason: String, CaseIterable, CustomTestStringConvertible {
        case none, read, muted, mutedBefore, blocked, blockedByRecipient, deleted, deviceLoggedOut, unsubscribed
        case inView, inViewOnAnotherDevice, viewOfAnotherChat, awayWithView, old

        var isTold: Bool { [.none, .mutedBefore, .viewOfAnotherChat, .awayWithView].contains(self) }
        var testDescription: String { rawValue }
    }

    /// What happens between the commit and the delivery decides.
    @Test(arguments: Reason.allCases) func noReasonNoNotice(reason: Reason) async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            let phone = try await world.device(of: sara)
            let added = try await world.hook(phone)
            let message = try await world.send("Hello", to: chat, by: alex)
            let services = world.messaging
            let connection = try await world.connect(sara)
            switch reason {
            case .none: break
            case .read: _ = try await services.receipts.advance(.read, to: message.seq, in: chat, by: sara.actor)
            case .muted:
                _ = try await services.preferences.change(.init(mutedUntil: .some(.latest)), of: chat, by: sara.actor)
            case .mutedBefore:
                let over = world.clock.now().adding(seconds: -1)
                _ = try await services.preferences.change(.init(mutedUntil: .some(over)), of: chat, by: sara.actor)
            case .blocked: try await services.blocks.block(sara.userId, by: alex.actor)
            case .blockedByRecipient: try await services.blocks.block(alex.userId, by: sara.actor)
            case .deleted: try await services.messages.delete(message.id, in: chat, by: alex.actor)
            case .deviceLoggedOut: try await services.accounts.logout(phone.sessionId)
            case .unsubscribed: try await world.notifications.subscriptions.remove(added.subscription.id, by: sara)
            case .inView, .inViewOnAnotherDevice:
                world.live.presence.set(.online, viewing: chat, sara.userId, connection)
            case .viewOfAnotherChat:
                world.live.presence.set(.online, viewing: ChatID(high: 1, low: 1), sara.userId, connection)
            case .awayWithView: world.live.presence.set(.away, viewing: chat, sara.userId, connection)
            case .old: world.clock.advance(milliseconds: 3_601_000)
            }
            #expect(try await world.told() == (reason.isTold ? ["Hello"] : []))
        }
    }

    /// The same, where the reason goes while the message waits for another try.
    @Test func theReasonIsLookedForAtEveryTry() async throws {
        let network = PlayedNetwork { _, _ in HTTPTransportResponse(status: 503) }
        try await NotificationFixture.run(network) { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara)
            let message = try await world.send("Hello", to: chat, by: alex)
            let prepared = try await world.notifications.notifier.deliveryWorker.builder.build(
                message.id,
                for: try #require(try await world.notifications.subscriptions.list(of: sara).first).id
            )
            #expect(prepared != nil)
            try await world.messaging.messages.delete(message.id, in: chat, by: alex.actor)
            #expect(try await world.told() == [])
        }
    }

    @Test func whoWasRemovedHearsNothing() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, _) = try await world.pair()
            let tom = try await world.person("Tom")
            _ = try await world.messaging.contacts.addClient(tom.user, by: alex.actor)
            let group = try await world.messaging.chats.open(
                .group(name: "Legs", with: [sara.userId, tom.userId]),
                by: alex.actor
            ).chat.id
            try await world.hook(sara, "/sara")
            try await world.hook(tom, "/tom")
            try await world.send("Hello", to: group, by: alex)
            try await world.messaging.chats.remove(sara.userId, from: group, by: alex.actor)
            try await world.settle()
            let posted = world.network.take()
            #expect(posted.map(\.url) == [NotificationFixture.hook + "/tom"])
            #expect(posted.first?.json["title"] as? String == "Alex in Legs")
        }
    }

    /// Changes of members and other events are nobody's messages.
    @Test func onlyMessagesAreNews() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.hook(sara)
            let message = try await world.send("Hello", to: chat, by: alex)
            #expect(try await world.told() == ["Hello"])
            _ = try await world.messaging.messages.edit(message.id, in: chat, to: "Hello!", by: alex.actor)
            #expect(try await world.told() == [])
        }
    }

    @Test func theBadgeIsWhatIsUnreadInAllChatsThatAreNotMuted() async throws {
        try await NotificationFixture.run { world in
            let (alex, sara, chat) = try await world.pair()
            let tess = try await world.person("Tess", .trainer)
            _ = try await world.messaging.contacts.addClient(sara.user, by: tess.actor)
            let other = try await world.messaging.chats.open(.direct(with: sara.userId), by: tess.actor).chat.id
            let third = try await world.person("Thea", .trainer)
            _ = try await world.messaging.contacts.addClient(sara.user, by: third.actor)
            let muted = try await world.messaging.chats.open(.direct(with: sara.userId), by: third.actor).chat.id
            _ = try await world.messaging.preferences.change(
                .init(mutedUntil: .some(.latest)),
                of: muted,
                by: sara.actor
            )
            for _ in 0..<3 { try await world.send("x", to: muted, by: third) }
            for _ in 0..<150 { try await world.send("x", to: other, by: tess) }
            try await world.hook(sara)
            try await world.send("Hello", to: chat, by: alex)
            try await world.settle()
            let json = try #require(world.network.take().first?.json)
            #expect(json["badge"] as? Int == 151)
            #expect((json["data"] as? [String: Any])?["badge"] as? Int == 151)
        }
    }
}

extension NotificationFixture {
    /// A connection of the person's, which is online from now on.
    func connect(_ person: Principal) async throws -> ConnectionID {
        let (hub, loop) = (live.hub, loop)
        let id = try await loop.submit {
            hub.attach(Silence(), user: person.userId, session: person.sessionId, on: loop)
        }
        .get()
        guard let id else { throw SpotterError.invalid("no such loop") }
        live.presence.connected(person.userId, id)
        return id
    }
}

private final class Silence: LiveConnection, Sendable {
    func deliver(_ delivery: OutboundFrame) {}
    func didAnswer() {}
    func revoke() {}
    func flush() {}
}

import Accounts
import Domain
import Messaging
import MessagingTestKit
import NIOCore
import SpotterAPI
import TestSupport
import Testing

@testable import Live

@Suite(.standardTimeLimit) struct NodeLinkTests {
    @Test func aMessageReachesTheOtherNodeByHintAndReading() async throws {
        try await FollowerFixture.run { nodes in
            let (chat, trainer, client) = try await nodes.writer.pair()
            let there = try await nodes.connect(client)
            try await nodes.pass()
            try await nodes.writer.send("hello", "1", to: chat, by: trainer)
            try await nodes.settle()
            #expect(there.events == [], "the hint is still on its way")
            try await nodes.pass()
            #expect(there.events.map(\.message?.text) == ["hello"])
            // What a socket of the writing node is told is the same.
            let fresh = try await nodes.writer.services.sync.gaps(since: [chat: 0], for: client.actor)
            #expect(there.events == fresh.flatMap(\.events))
        }
    }

    /// Hints that are doubled, late, in another order, or lost change nothing.
    @Test(arguments: ["doubled", "reversed", "late", "lost"]) func hintsAreOnlyHints(trouble: String) async throws {
        try await FollowerFixture.run { nodes in
            let (chat, trainer, client) = try await nodes.writer.pair()
            let there = try await nodes.connect(client)
            try await nodes.pass()
            for number in 1...5 { try await nodes.writer.send("\(number)", "\(number)", to: chat, by: trainer) }
            try await nodes.settle()
            switch trouble {
            case "doubled": nodes.bus.pass { $0 + $0 }
            case "reversed": nodes.bus.pass { $0.reversed() }
            case "late":
                var late: [[UInt8]] = []
                nodes.bus.pass { held in
                    late = held
                    return []
                }
                try await nodes.tick()
                nodes.bus.pass { $0 + late }
            default: nodes.bus.pass { _ in [] }
            }
            try await nodes.settle()
            try await nodes.tick(2)
            try await nodes.pass()
            #expect(there.events.map(\.seq) == [1, 2, 3, 4, 5])
        }
    }

    /// Whoever notices by a number that something was lost looks at once.
    @Test func aMissedNumberIsNoticed() async throws {
        try await FollowerFixture.run { nodes in
            let (chat, trainer, client) = try await nodes.writer.pair()
            let there = try await nodes.connect(client)
            try await nodes.pass()
            try await nodes.writer.send("lost", "1", to: chat, by: trainer)
            try await nodes.settle()
            nodes.bus.pass { _ in [] }
            nodes.writer.live.link?.say { _ in }
            try await nodes.pass()
            #expect(there.events.map(\.message?.text) == ["lost"])
            #expect(nodes.live.link?.gapReads == 1)
        }
    }

    @Test func membersComeAndGo() async throws {
        try await FollowerFixture.run { nodes in
            let writer = nodes.writer
            let (trainer, clients) = try await writer.studio(clients: 3)
            let there = try await nodes.connect(clients[2])
            try await nodes.pass()
            // A new chat, whose beginning has no position of its own.
            let chat = try await writer.services.chats.open(
                .group(name: "Legs", with: [clients[0].id, clients[1].id]),
                by: trainer.actor
            )
            .chat.id
            try await writer.send("not yet", "1", to: chat, by: trainer)
            try await nodes.pass()
            #expect(there.events == [])
            _ = try await writer.services.chats.add([clients[2].id], to: chat, by: trainer.actor)
            try await writer.send("welcome", "2", to: chat, by: trainer)
            try await nodes.pass()
            #expect(there.events.map(\.type) == [.memberChanged, .messageCreated])
            try await writer.services.chats.remove(clients[2].id, from: chat, by: trainer.actor)
            try await writer.send("gone", "3", to: chat, by: trainer)
            try await nodes.pass()
            #expect(there.events.map(\.type) == [.memberChanged, .messageCreated, .memberChanged])
            #expect(there.events.last?.member?.userId == clients[2].id)
        }
    }

    @Test func aNewChatShowsOnTheOtherNode() async throws {
        try await FollowerFixture.run { nodes in
            let (trainer, clients) = try await nodes.writer.studio(clients: 1)
            let there = try await nodes.connect(clients[0])
            try await nodes.pass()
            let chat = try await nodes.writer.services.chats.open(.direct(with: clients[0].id), by: trainer.actor).chat
                .id
            try await nodes.writer.send("hello", "1", to: chat, by: trainer)
            try await nodes.pass()
            #expect(there.events.map(\.seq) == [0, 1])
        }
    }

    @Test func receiptsFollowTheirMessage() async throws {
        try await FollowerFixture.run { nodes in
            let (chat, trainer, client) = try await nodes.writer.pair()
            let there = try await nodes.connect(trainer)
            try await nodes.pass()
            let sent = try await nodes.writer.send("hello", "1", to: chat, by: trainer)
            _ = try await nodes.writer.services.receipts.advance(
                .read,
                to: sent.message.seq,
                in: chat,
                by: client.actor
            )
            // Receipts are written behind the requests.
            try await until("the receipt is there") {
                try await nodes.pass()
                return !there.receipts.isEmpty
            }
            #expect(there.events.map(\.seq) == [1])
            #expect(there.receipts.map(\.readSeq) == [1])
        }
    }

    /// A third node has sent its receipt before the removal, and the bus brings it after that.
    @Test func aLateReceiptDoesNotReachARemovedMember() async throws {
        try await FollowerFixture.run { nodes in
            let services = nodes.writer.services
            let (trainer, clients) = try await nodes.writer.studio(clients: 2)
            let group = Chats.New.group(name: "Legs", with: clients.map(\.id))
            let chat = try await services.chats.open(group, by: trainer.actor).chat.id
            let sent = try await nodes.writer.send("hello", "1", to: chat, by: trainer)
            try await nodes.pass()
            let (kept, removed) = (try await nodes.connect(clients[0]), try await nodes.connect(clients[1]))
            try await nodes.pass()
            _ = try await services.receipts.advance(.read, to: sent.message.seq, in: chat, by: trainer.actor)
            _ = try await services.receipts.advance(.read, to: sent.message.seq, in: chat, by: clients[0].actor)
            await until("both receipts wait") { nodes.bus.held.flatMap { $0.frames ?? [] }.count >= 2 }
            var late = NodeMessage(node: "c", number: 1)
            late.begins = true
            late.frames = nodes.bus.held.flatMap { $0.frames ?? [] }
            nodes.bus.pass { _ in [] }
            try await services.chats.remove(clients[1].id, from: chat, by: trainer.actor)
            try await nodes.pass()
            #expect(removed.events.map(\.type) == [.memberChanged])
            nodes.bus.publish(late.bytes)
            try await nodes.pass()
            #expect(kept.receipts.contains { $0.userId == clients[0].id })
            #expect(removed.receipts == [])
        }
    }

    @Test func endedSessionsAreClosedEverywhere() async throws {
        try await FollowerFixture.run { nodes in
            let (_, _, client) = try await nodes.writer.pair()
            let (mine, kept) = (SessionID(high: 7, low: 1), SessionID(high: 7, low: 2))
            let there = try await nodes.connect(client, session: mine)
            nodes.writer.live.sessionsDidEnd(.session(kept))
            try await nodes.pass()
            #expect(!there.isRevoked)
            nodes.writer.live.sessionsDidEnd(.session(mine))
            try await nodes.pass()
            #expect(there.isRevoked)
        }
    }

    /// If the hint is lost, the look at the tables finds it within a second.
    @Test func endedSessionsAreFoundWithoutAHint() async throws {
        try await FollowerFixture.run { nodes in
            let accounts = nodes.writer.services.accounts
            let (_, _, client) = try await nodes.writer.pair()
            let login = try await accounts.login(email: "client1@example.com", password: Secret("secret-client1"))
            let session = try await accounts.authenticate(login.accessToken).sessionId
            let there = try await nodes.connect(client, session: session)
            try await nodes.tick()
            #expect(!there.isRevoked)
            try await accounts.logout(session)
            nodes.bus.pass { _ in [] }
            try await nodes.tick()
            #expect(there.isRevoked)
        }
    }

    @Test func typingAndFramesForAUserArriveThere() async throws {
        try await FollowerFixture.run { nodes in
            let (chat, trainer, client) = try await nodes.writer.pair()
            let there = try await nodes.connect(client)
            try await nodes.pass()
            let hub = nodes.writer.live.hub
            hub.publish(hub.encode(Array("notice".utf8)), to: [client.id])
            let connection = ConnectionID(value: 1, loop: ObjectIdentifier(hub))
            nodes.writer.live.typing.start(in: chat, by: trainer, on: connection, expiresInMs: 6000) { _ in }
            try await nodes.settle()
            try await nodes.pass()
            // The trainer's request came first.
            let payloads = there.payloads.filter { !$0.contains("contact.request") }
            #expect(payloads.count == 2 && payloads.first == "notice", "\(payloads)")
            #expect(payloads.last?.contains(#""type":"typing""#) == true)
        }
    }
}

import Accounts
import Domain
import Foundation
import Messaging
import MessagingTestKit
import NIOCore
import SpotterAPI
import Synchronization
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

    /// What subjects by chats would spare is counted, and has a bound: a hint is short, however much was written in its chat.
    @Test func whatIsForNobodyHereIsCounted() async throws {
        try await FollowerFixture.run { nodes in
            let (chat, _, client) = try await nodes.writer.pair()
            _ = try await nodes.connect(client)
            try await nodes.pass()
            let link = try #require(nodes.live.link)
            var number: Int64 = 0
            func hear(_ fill: (inout NodeMessage) -> Void) async throws -> (bytes: Int, unneeded: Int) {
                // What nodes answer to the message before.
                try await nodes.pass()
                number += 1
                var message = NodeMessage(node: "c", number: number)
                fill(&message)
                let before = link.traffic
                nodes.bus.publish(message.bytes)
                try await nodes.pass()
                #expect(link.traffic.bytes - before.bytes == message.bytes.count)
                return (message.bytes.count, link.traffic.unneededBytes - before.unneededBytes)
            }
            func hints(_ chats: [ChatID], to last: Int64 = 1) -> [NodeMessage.ChatHint] {
                chats.map { .init(chat: $0, from: last, to: last, members: false) }
            }
            let greeting = try await hear { $0.begins = true }
            #expect(greeting.unneeded == 0)
            let others = (1...1000).map { ChatID(high: .max, low: .max - $0) }
            let unneeded = try await hear { $0.chats = hints(others, to: .max - 1) }
            #expect(unneeded.unneeded == unneeded.bytes && unneeded.bytes < 1000 * 120)
            let mixed = try await hear { $0.chats = hints([others[0], chat]) }
            #expect(mixed.unneeded == 0)
            let tick = try await hear { _ in }
            #expect(tick.unneeded == 0)
        }
    }

    @Test func anAnswerIsStoppedAtTheOtherNode() async throws {
        try await FollowerFixture.run { nodes in
            let stopped = Mutex<[TurnID]>([])
            for link in [nodes.live.link, nodes.writer.live.link] {
                try #require(link).stopHere { turn in stopped.withLock { $0.append(turn) } }
            }
            let turn = TurnID(high: 1, low: 2)
            nodes.live.link?.stopElsewhere(turn)
            try await nodes.pass()
            #expect(stopped.withLock { $0 } == [turn], "not at the one that says it")
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

    /// A group of three with connections of its two clients on the following node.
    private func group(
        _ nodes: FollowerFixture,
        _ body: (_ chat: ChatID, _ trainer: User, _ leaver: User, _ kept: Socket, _ removed: Socket) async throws ->
            Void
    ) async throws {
        let (chat, members) = try await nodes.writer.group(clients: 2)
        let (kept, removed) = (try await nodes.connect(members[1]), try await nodes.connect(members[2]))
        try await nodes.pass()
        try await body(chat, members[0], members[2], Socket(kept), Socket(removed))
    }

    /// What a connection has been told since it was made.
    private struct Socket {
        private let connection: RecordingConnection
        private let before: Int

        init(_ connection: RecordingConnection) { (self.connection, before) = (connection, connection.payloads.count) }

        var payloads: [String] { Array(connection.payloads.dropFirst(before)) }
        var texts: [String?] { events.map { $0.message?.text ?? $0.member?.change.rawValue } }
        private var events: [ChatEvent] {
            payloads.compactMap { try? JSONDecoder().decode(ChatEvent.self, from: Data($0.utf8)) }
        }
        var goneCount: Int { payloads.count { $0.contains(#""gone":true"#) } }
    }

    /// Whoever leaves by another server is told of everything before that, and of nothing after it.
    @Test func whoHasLeftIsToldOfWhatWasBefore() async throws {
        try await FollowerFixture.run { nodes in
            try await group(nodes) { chat, trainer, leaver, kept, removed in
                let (writer, chats) = (nodes.writer, nodes.writer.services.chats)
                try await writer.send("before", "1", to: chat, by: trainer)
                try await chats.remove(leaver.id, from: chat, by: leaver.actor)
                try await writer.send("after", "2", to: chat, by: trainer)
                try await nodes.pass()
                #expect(removed.texts == ["before", "left"] && removed.goneCount == 0)
                #expect(kept.texts == ["before", "left", "after"])
                // Between two memberships, too, all of which is read at once.
                _ = try await chats.add([leaver.id], to: chat, by: trainer.actor)
                try await writer.send("back", "3", to: chat, by: trainer)
                try await chats.remove(leaver.id, from: chat, by: trainer.actor)
                try await writer.send("out", "4", to: chat, by: trainer)
                _ = try await chats.add([leaver.id], to: chat, by: trainer.actor)
                try await writer.send("in", "5", to: chat, by: trainer)
                try await nodes.pass()
                #expect(removed.texts == ["before", "left", "added", "back", "removed", "added", "in"])
                #expect(kept.texts.count == 9)
            }
        }
    }

    /// A message shows as it is now. Who had left by then is told that the chat is gone instead.
    @Test(arguments: ["edit", "quoted", "name"]) func whatWasWrittenLaterIsNotTold(what: String) async throws {
        try await FollowerFixture.run { nodes in
            try await group(nodes) { chat, trainer, leaver, kept, removed in
                let (writer, services) = (nodes.writer, nodes.writer.services)
                let first = try await writer.send("first", "1", to: chat, by: trainer).message
                try await nodes.pass()
                if what == "name" {
                    _ = try await services.chats.change(.init(name: "Before"), of: chat, by: trainer.actor)
                } else {
                    let reply = what == "quoted" ? first.id : nil
                    try await writer.send("before", "2", to: chat, by: trainer, replyTo: reply)
                }
                try await services.chats.remove(leaver.id, from: chat, by: leaver.actor)
                switch what {
                case "name": _ = try await services.chats.change(.init(name: "hidden"), of: chat, by: trainer.actor)
                case "quoted": _ = try await services.messages.edit(first.id, in: chat, to: "hidden", by: trainer.actor)
                default:
                    let second = try await services.chats.history(of: chat, for: trainer.actor).messages
                    for message in second where message.text == "before" {
                        _ = try await services.messages.edit(message.id, in: chat, to: "hidden", by: trainer.actor)
                    }
                }
                try await nodes.pass()
                #expect(!removed.payloads.joined().contains("hidden") && removed.goneCount == 1)
                #expect(removed.texts == ["first", "left"])
                #expect(kept.payloads.joined().contains("hidden") && kept.goneCount == 0)
            }
        }
    }

    /// After more than can be told, those who have left are told so as well.
    @Test func manyChangesEndWithAResyncOrGone() async throws {
        try await FollowerFixture.run { nodes in
            try await group(nodes) { chat, trainer, leaver, kept, removed in
                for number in 0...Sync.maxReplayedGap {
                    try await nodes.writer.send("\(number)", "\(number)", to: chat, by: trainer)
                }
                try await nodes.writer.services.chats.remove(leaver.id, from: chat, by: leaver.actor)
                try await nodes.pass()
                #expect(removed.payloads.count == 1 && removed.goneCount == 1)
                #expect(kept.payloads.count == 1 && kept.payloads[0].contains("resync") && kept.goneCount == 0)
                try await nodes.writer.send("next", "next", to: chat, by: trainer)
                try await nodes.pass()
                #expect(kept.texts == ["next"] && removed.payloads.count == 1)
            }
        }
    }

    /// The last one to leave takes the chat along, of which nothing can be read any more.
    @Test(arguments: [true, false]) func theLastLeaverIsTold(byHint: Bool) async throws {
        try await FollowerFixture.run { nodes in
            let (chat, trainer, client) = try await nodes.writer.pair()
            let there = try await nodes.connect(client)
            try await nodes.pass()
            let services = nodes.writer.services
            try await services.chats.remove(trainer.id, from: chat, by: trainer.actor)
            try await nodes.pass()
            #expect(there.events.map(\.member?.change) == [.left])
            try await services.chats.remove(client.id, from: chat, by: client.actor)
            if byHint {
                try await nodes.pass()
            } else {
                try await nodes.settle()
                nodes.bus.pass { _ in [] }
                try await nodes.tick(2)
            }
            #expect(there.payloads.last?.contains(#""gone":true"#) == true, "\(there.payloads)")
            #expect(there.frames.last?.dismisses(client.id) == true)
        }
    }

    /// Polls hear of those who type on another node, as long as they do.
    @Test func typingElsewhereShowsInPolls() async throws {
        try await FollowerFixture.run { nodes in
            let (chat, trainer, client) = try await nodes.writer.pair()
            let (here, there) = (nodes.writer.live.typing, nodes.live.typing)
            let connection = ConnectionID(value: 1, loop: ObjectIdentifier(nodes.writer.live.hub))
            _ = try await nodes.connect(client)
            try await nodes.pass()
            here.start(in: chat, by: trainer, on: connection, expiresInMs: 6000) { _ in }
            try await nodes.pass()
            #expect(there.typists(visibleTo: client.id) == [chat: [trainer.id]])
            #expect(there.typists(visibleTo: trainer.id) == [:])
            here.stop(in: chat, by: trainer, on: connection)
            try await nodes.pass()
            #expect(there.typists(visibleTo: client.id) == [:])
            here.start(in: chat, by: trainer, on: connection, expiresInMs: 6000) { _ in }
            try await nodes.pass()
            try await nodes.tick(5)
            #expect(there.typists(visibleTo: client.id) == [chat: [trainer.id]])
            try await nodes.tick()
            #expect(there.typists(visibleTo: client.id) == [:], "nothing said that it has ended")
            here.start(in: chat, by: trainer, on: connection, expiresInMs: 6000) { _ in }
            try await nodes.pass()
            try await nodes.writer.services.chats.remove(trainer.id, from: chat, by: trainer.actor)
            try await nodes.settle()
            nodes.bus.pass { _ in [] }
            try await nodes.tick(2)
            #expect(there.typists(visibleTo: client.id) == [:], "the members say that it has ended")
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

    /// Otherwise whoever reads a chat at one server would be notified of it by another one.
    @Test func whatADeviceShowsIsKnownToTheOtherNode() async throws {
        try await FollowerFixture.run { nodes in
            let (chat, _, client) = try await nodes.writer.pair()
            try await nodes.pass()
            let (here, there) = (nodes.live.presence, nodes.writer.live.presence)
            let device = ConnectionID(value: 1, loop: ObjectIdentifier(nodes.loop))
            there.connected(client.id, device)
            there.set(.online, viewing: chat, client.id, device)
            #expect(!here.isLooking(client.id, at: chat))
            try await nodes.pass()
            #expect(here.isLooking(client.id, at: chat))
            there.disconnected(client.id, device, saidGoodbye: true)
            try await nodes.pass()
            #expect(!here.isLooking(client.id, at: chat))
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

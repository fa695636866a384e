import Contacts
import Domain
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Live

@Suite struct PresenceTests {
    @Test func reachesThoseWhoShareAChat() async throws {
        try await PresenceFixture.run { setup in
            let (_, trainer, client) = try await setup.fixture.pair()
            let stranger = try await setup.fixture.user("mallory", .trainer)
            let outsider = try await setup.device(of: stranger.id)
            let watcher = try await setup.device(of: trainer.id)
            try await setup.pass(milliseconds: 100)
            let phone = try await setup.device(of: client.id)
            try await setup.pass(milliseconds: 100)
            #expect(watcher.heard(of: client.id) == [.online])
            #expect(phone.heard(of: trainer.id) == [.online], "who was there already")
            try await setup.leave(phone, saidGoodbye: false)
            try await setup.pass(milliseconds: 3900)
            #expect(watcher.heard(of: client.id) == [.online])
            try await setup.pass(milliseconds: 200)
            #expect(watcher.heard(of: client.id) == [.online, .offline])
            #expect(outsider.heard.isEmpty)
            #expect(watcher.heard(of: trainer.id).isEmpty)
        }
    }

    @Test func endsAndBeginsWithTheMembership() async throws {
        try await PresenceFixture.run { setup in
            let (chat, members) = try await setup.fixture.group(clients: 3)
            let (trainer, one, other) = (members[0], members[1], members[2])
            let (a, b) = (try await setup.device(of: one.id), try await setup.device(of: other.id))
            try await setup.pass(milliseconds: 100)
            #expect(a.heard(of: other.id) == [.online] && b.heard(of: one.id) == [.online])
            let chats = setup.fixture.services.chats
            try await chats.remove(one.id, from: chat, by: trainer.actor)
            try await setup.pass(milliseconds: 100)
            #expect(a.heard(of: other.id) == [.online, .offline], "no longer theirs to see")
            #expect(b.heard(of: one.id) == [.online, .offline])
            setup.presence.set(.away, other.id, b.id)
            try await setup.pass(milliseconds: 1100)
            #expect(a.heard(of: other.id) == [.online, .offline])
            _ = try await chats.add([one.id], to: chat, by: trainer.actor)
            try await setup.pass(milliseconds: 100)
            #expect(a.heard(of: other.id) == [.online, .offline, .away])
            #expect(b.heard(of: one.id) == [.online, .offline, .online])
        }
    }

    /// The chat stays when a relation ends, and so do the messages in it; who is there is nobody's business any more.
    @Test(arguments: Role.allCases)
    func endsWithTheRelation(by role: Role) async throws {
        try await PresenceFixture.run { setup in
            let (_, trainer, client) = try await setup.fixture.pair()
            let (a, b) = (try await setup.device(of: trainer.id), try await setup.device(of: client.id))
            try await setup.pass(milliseconds: 100)
            #expect(a.heard(of: client.id) == [.online] && b.heard(of: trainer.id) == [.online])
            let (actor, other) = role == .trainer ? (trainer, client) : (client, trainer)
            try await setup.fixture.services.contacts.remove(other.id, by: actor.actor)
            try await setup.pass(milliseconds: 100)
            #expect(a.heard(of: client.id) == [.online, .offline])
            #expect(b.heard(of: trainer.id) == [.online, .offline])
            setup.presence.set(.away, client.id, b.id)
            try await setup.pass(milliseconds: 1100)
            #expect(a.heard(of: client.id) == [.online, .offline])
            let asked = try await setup.presence.presence(of: [client.id], for: trainer.id)
            #expect(asked.map(\.status) == [.offline])
        }
    }

    /// Presence that isn't shared is hidden in both directions at once.
    @Test func theSwitchWorksBothWays() async throws {
        try await PresenceFixture.run { setup in
            let (chat, trainer, client) = try await setup.fixture.pair()
            let (a, b) = (try await setup.device(of: trainer.id), try await setup.device(of: client.id))
            try await setup.pass(milliseconds: 100)
            try await setup.share(client.id, false)
            try await setup.pass(milliseconds: 100)
            #expect(a.heard(of: client.id) == [.online, .offline])
            #expect(b.heard(of: trainer.id) == [.online, .offline])
            #expect(a.heard.last?.lastSeen == nil)
            setup.presence.set(.away, trainer.id, a.id)
            setup.presence.set(.away, client.id, b.id)
            try await setup.pass(milliseconds: 1100)
            #expect(a.heard.count == 2 && b.heard.count == 2)
            for (viewer, subject) in [(trainer, client), (client, trainer)] {
                let shown = try await setup.presence.presence(of: [subject.id], for: viewer.id)
                #expect(shown == [Presence(userId: subject.id, status: .offline, lastSeen: nil)])
                #expect(try await setup.presence.presence(in: chat, for: viewer.actor).online == 0)
            }
            try await setup.share(client.id, true)
            try await setup.pass(milliseconds: 100)
            #expect(a.heard(of: client.id) == [.online, .offline, .away])
            #expect(b.heard(of: trainer.id) == [.online, .offline, .away])
        }
    }

    @Test func aBlockHidesBoth() async throws {
        try await PresenceFixture.run { setup in
            let (_, trainer, client) = try await setup.fixture.pair()
            let (a, b) = (try await setup.device(of: trainer.id), try await setup.device(of: client.id))
            try await setup.pass(milliseconds: 100)
            try await setup.fixture.services.blocks.block(trainer.id, by: client.actor)
            try await setup.pass(milliseconds: 100)
            #expect(a.heard(of: client.id) == [.online, .offline])
            #expect(b.heard(of: trainer.id) == [.online, .offline])
            let shown = try await setup.presence.presence(of: [client.id], for: trainer.id)
            #expect(shown.first?.status == .offline && shown.first?.lastSeen == nil)
            try await setup.fixture.services.blocks.unblock(trainer.id, by: client.actor)
            try await setup.pass(milliseconds: 100)
            #expect(a.heard(of: client.id) == [.online, .offline, .online])
        }
    }

    @Test func lastSeenIsWrittenDown() async throws {
        try await PresenceFixture.run { setup in
            let (_, trainer, client) = try await setup.fixture.pair()
            let phone = try await setup.device(of: client.id)
            try await setup.pass(milliseconds: 100)
            setup.fixture.clock.advance(milliseconds: 60_000)
            let seen = setup.fixture.clock.now()
            try await setup.leave(phone)
            try await setup.pass(milliseconds: 12_000)
            #expect(
                try await setup.fixture.count("SELECT last_seen_at FROM users WHERE id = $1", client.id)
                    == seen.milliseconds
            )
            let shown = try await setup.presence.presence(of: [client.id], for: trainer.id)
            #expect(shown == [Presence(userId: client.id, status: .offline, lastSeen: seen)])
        }
    }

    @Test func largeGroupsAreAskedAbout() async throws {
        try await PresenceFixture.run { setup in
            let (chat, members) = try await setup.fixture.group(clients: 2)
            _ = try await setup.addMembers(198, to: chat)
            let watcher = try await setup.device(of: members[1].id)
            _ = try await setup.device(of: members[2].id)
            try await setup.pass(milliseconds: 200)
            #expect(watcher.heard.isEmpty)
            let shown = try await setup.presence.presence(in: chat, for: members[1].actor)
            #expect(shown.online == 2 && shown.members.count == 201)
        }
    }

    /// The cost grows with the number of changes, not with users times companions.
    @Test func aStormCostsWhatItChanges() async throws {
        try await PresenceFixture.run { setup in
            let trainer = try await setup.fixture.user("trainer", .trainer)
            let clients = try await setup.clients(2000, of: trainer)
            let watcher = try await setup.device(of: trainer.id)
            try await setup.pass(milliseconds: 100)
            _ = setup.database.take()

            var devices: [Device] = []
            for client in clients { devices.append(try await setup.device(of: client)) }
            try await setup.pass(milliseconds: 3000)
            #expect(watcher.heard.count == 2000)
            #expect(devices.allSatisfy { $0.heard.count == 1 })
            let first = setup.database.take()
            #expect(first.queries <= 2000 / 64 + 2, "one for each batch")

            // All connections break and reconnect at once.
            for device in devices { try await setup.leave(device, saidGoodbye: false) }
            var again: [Device] = []
            for client in clients { again.append(try await setup.device(of: client)) }
            try await setup.pass(milliseconds: 6000)
            #expect(watcher.heard.count == 2000, "nobody was gone")
            #expect(again.allSatisfy { $0.heard.count == 1 }, "each is told who is there")
            let second = setup.database.take()
            #expect(second.queries == 0)
            #expect(second.jobs <= 2000 / 64 + 6)
        }
    }

    /// A state that comes while another node is being told of the one before is told after it.
    @Test func otherNodesAreToldInOrder() async throws {
        try await MessagingFixture.run { fixture in
            let user = try await fixture.user("alex", .trainer)
            let connection = ConnectionID(value: 1, loop: ObjectIdentifier(fixture.loop))
            let told = Mutex<[PresenceStatus]>([])
            let known = Mutex<PresenceRegistry?>(nil)
            let presence = PresenceRegistry(
                database: fixture.database,
                clock: fixture.clock,
                states: ChatStateCache(),
                hub: fixture.live.hub,
                eventLoop: nil
            ) { news in
                if news.map(\.status) == [.online] {
                    known.withLock { $0 }?.set(.away, user.id, connection)
                }
                told.withLock { $0 += news.map(\.status) }
            }
            known.withLock { $0 = presence }
            presence.connected(user.id, connection)
            presence.disconnected(user.id, connection, saidGoodbye: true)
            #expect(told.withLock { $0 } == [.online, .away, .offline])
            known.withLock { $0 = nil }
            await presence.close()
        }
    }
}

import Domain
import SpotterAPI
import Storage
import Testing

@testable import Messaging

@Suite struct PresenceTests {
    @Test func reachesThoseWhoShareAChat() async throws {
        try await PresenceHouse.run { house in
            let (_, trainer, client) = try await house.world.pair()
            let stranger = try await house.world.user("mallory", .trainer)
            let outsider = try await house.device(of: stranger.id)
            let watcher = try await house.device(of: trainer.id)
            try await house.pass(milliseconds: 100)
            let phone = try await house.device(of: client.id)
            try await house.pass(milliseconds: 100)
            #expect(watcher.heard(of: client.id) == [.online])
            #expect(phone.heard(of: trainer.id) == [.online], "who was there already")
            try await house.leave(phone, saidGoodbye: false)
            try await house.pass(milliseconds: 3900)
            #expect(watcher.heard(of: client.id) == [.online])
            try await house.pass(milliseconds: 200)
            #expect(watcher.heard(of: client.id) == [.online, .offline])
            #expect(outsider.heard.isEmpty)
            #expect(watcher.heard(of: trainer.id).isEmpty)
        }
    }

    @Test func endsAndBeginsWithTheMembership() async throws {
        try await PresenceHouse.run { house in
            let (chat, members) = try await house.world.group(clients: 3)
            let (trainer, one, other) = (members[0], members[1], members[2])
            let (a, b) = (try await house.device(of: one.id), try await house.device(of: other.id))
            try await house.pass(milliseconds: 100)
            #expect(a.heard(of: other.id) == [.online] && b.heard(of: one.id) == [.online])
            let chats = house.world.services.chats
            try await chats.remove(one.id, from: chat, by: trainer.actor)
            try await house.pass(milliseconds: 100)
            #expect(a.heard(of: other.id) == [.online, .offline], "no longer theirs to see")
            #expect(b.heard(of: one.id) == [.online, .offline])
            house.presence.set(.away, other.id, b.id)
            try await house.pass(milliseconds: 1100)
            #expect(a.heard(of: other.id) == [.online, .offline])
            _ = try await chats.add([one.id], to: chat, by: trainer.actor)
            try await house.pass(milliseconds: 100)
            #expect(a.heard(of: other.id) == [.online, .offline, .away])
            #expect(b.heard(of: one.id) == [.online, .offline, .online])
        }
    }

    /// Off means off, in both directions and at once.
    @Test func theSwitchWorksBothWays() async throws {
        try await PresenceHouse.run { house in
            let (chat, trainer, client) = try await house.world.pair()
            let (a, b) = (try await house.device(of: trainer.id), try await house.device(of: client.id))
            try await house.pass(milliseconds: 100)
            try await house.share(client.id, false)
            try await house.pass(milliseconds: 100)
            #expect(a.heard(of: client.id) == [.online, .offline])
            #expect(b.heard(of: trainer.id) == [.online, .offline])
            #expect(a.heard.last?.lastSeen == nil)
            house.presence.set(.away, trainer.id, a.id)
            house.presence.set(.away, client.id, b.id)
            try await house.pass(milliseconds: 1100)
            #expect(a.heard.count == 2 && b.heard.count == 2)
            for (viewer, subject) in [(trainer, client), (client, trainer)] {
                let shown = try await house.presence.presence(of: [subject.id], for: viewer.id)
                #expect(shown == [Presence(userId: subject.id, status: .offline, lastSeen: nil)])
                #expect(try await house.presence.presence(in: chat, for: viewer.actor).online == 0)
            }
            try await house.share(client.id, true)
            try await house.pass(milliseconds: 100)
            #expect(a.heard(of: client.id) == [.online, .offline, .away])
            #expect(b.heard(of: trainer.id) == [.online, .offline, .away])
        }
    }

    @Test func aBlockHidesBoth() async throws {
        try await PresenceHouse.run { house in
            let (_, trainer, client) = try await house.world.pair()
            let (a, b) = (try await house.device(of: trainer.id), try await house.device(of: client.id))
            try await house.pass(milliseconds: 100)
            try await house.world.services.blocks.block(trainer.id, by: client.actor)
            try await house.pass(milliseconds: 100)
            #expect(a.heard(of: client.id) == [.online, .offline])
            #expect(b.heard(of: trainer.id) == [.online, .offline])
            let shown = try await house.presence.presence(of: [client.id], for: trainer.id)
            #expect(shown.first?.status == .offline && shown.first?.lastSeen == nil)
            try await house.world.services.blocks.unblock(trainer.id, by: client.actor)
            try await house.pass(milliseconds: 100)
            #expect(a.heard(of: client.id) == [.online, .offline, .online])
        }
    }

    @Test func lastSeenIsWrittenDown() async throws {
        try await PresenceHouse.run { house in
            let (_, trainer, client) = try await house.world.pair()
            let phone = try await house.device(of: client.id)
            try await house.pass(milliseconds: 100)
            house.world.clock.advance(milliseconds: 60_000)
            let seen = house.world.clock.now()
            try await house.leave(phone)
            try await house.pass(milliseconds: 12_000)
            #expect(
                try await house.world.count("SELECT last_seen_at FROM users WHERE id = $1", client.id)
                    == seen.milliseconds
            )
            let shown = try await house.presence.presence(of: [client.id], for: trainer.id)
            #expect(shown == [Presence(userId: client.id, status: .offline, lastSeen: seen)])
        }
    }

    @Test func largeGroupsAreAskedAbout() async throws {
        try await PresenceHouse.run { house in
            let (chat, members) = try await house.world.group(clients: 2)
            _ = try await house.addMembers(198, to: chat)
            let watcher = try await house.device(of: members[1].id)
            _ = try await house.device(of: members[2].id)
            try await house.pass(milliseconds: 200)
            #expect(watcher.heard.isEmpty)
            let shown = try await house.presence.presence(in: chat, for: members[1].actor)
            #expect(shown.online == 2 && shown.members.count == 201)
        }
    }

    /// Cost grows with the changes, not with people times companions, and not at all where nothing changes.
    @Test func aStormCostsWhatItChanges() async throws {
        try await PresenceHouse.run { house in
            let trainer = try await house.world.user("trainer", .trainer)
            let clients = try await house.clients(2000, of: trainer)
            let watcher = try await house.device(of: trainer.id)
            try await house.pass(milliseconds: 100)
            _ = house.database.take()

            var devices: [Device] = []
            for client in clients { devices.append(try await house.device(of: client)) }
            try await house.pass(milliseconds: 3000)
            #expect(watcher.heard.count == 2000)
            #expect(devices.allSatisfy { $0.heard.count == 1 })
            let first = house.database.take()
            #expect(first.queries <= 2000 / 64 + 2, "one for each batch")

            // All connections break and come back at once.
            for device in devices { try await house.leave(device, saidGoodbye: false) }
            var again: [Device] = []
            for client in clients { again.append(try await house.device(of: client)) }
            try await house.pass(milliseconds: 6000)
            #expect(watcher.heard.count == 2000, "nobody was gone")
            #expect(again.allSatisfy { $0.heard.count == 1 }, "each is told who is there")
            let second = house.database.take()
            #expect(second.queries == 0)
            #expect(second.jobs <= 2000 / 64 + 6)
        }
    }
}

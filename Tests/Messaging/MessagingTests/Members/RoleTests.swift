import Domain
import Live
import MessagingTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Messaging

@Suite struct RoleTests {
    @Test func adminsPromoteAndDemote() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            let (trainer, one, two) = (members[0], members[1], members[2])
            let chats = fixture.services.chats
            let device = try await RecordingConnection.attach(two, in: fixture)
            #expect(
                await spotterError { _ = try await chats.setRole(.admin, of: one.id, in: chat, by: one.actor) }?.code
                    == .forbidden
            )
            #expect(
                await spotterError {
                    _ = try await chats.setRole(.member, of: trainer.id, in: chat, by: trainer.actor)
                }?
                .code == .conflict,
                "the only admin stays one"
            )
            _ = try await chats.setRole(.admin, of: one.id, in: chat, by: trainer.actor)
            _ = try await chats.setRole(.admin, of: one.id, in: chat, by: trainer.actor)
            let after = try await chats.setRole(.member, of: trainer.id, in: chat, by: one.actor)
            #expect(after.members.filter { $0.role == .admin }.map(\.userId) == [one.id])
            #expect(
                await spotterError { try await chats.remove(two.id, from: chat, by: trainer.actor) }?.code
                    == .forbidden,
                "from then on"
            )
            try await fixture.settled()
            #expect(device.events.compactMap(\.member?.role) == [.admin, .member])
            #expect(device.events.compactMap(\.member?.userId) == [one.id, trainer.id])
            let replayed = try await fixture.services.sync.gaps(since: [:], for: two.actor)[0].events
            #expect(replayed == device.events)
        }
    }

    @Test func theLastAdminHandsOver() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, members) = try await fixture.group(clients: 2)
            let (trainer, one, two) = (members[0], members[1], members[2])
            let chats = fixture.services.chats
            // The longest-standing member leaves and comes back last.
            try await chats.remove(one.id, from: chat, by: trainer.actor)
            fixture.clock.advance(milliseconds: 1000)
            _ = try await chats.add([one.id], to: chat, by: trainer.actor)
            let device = try await RecordingConnection.attach(one, in: fixture)
            try await chats.remove(trainer.id, from: chat, by: trainer.actor)
            try await fixture.settled()
            #expect(device.events.compactMap(\.member?.change) == [.role, .left])
            #expect(device.events.compactMap(\.member?.userId) == [two.id, trainer.id])
            _ = try await chats.change(.init(name: "Ours"), of: chat, by: two.actor)
            #expect(try await chats.chat(chat, for: one.actor).name == "Ours")
            #expect(
                await spotterError { _ = try await chats.change(.init(name: "Mine"), of: chat, by: one.actor) }?.code
                    == .forbidden
            )
        }
    }

    @Test func aDirectChatHasNeitherRolesNorName() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let chats = fixture.services.chats
            let attempts: [() async throws -> Void] = [
                { _ = try await chats.setRole(.admin, of: client.id, in: chat, by: trainer.actor) },
                { _ = try await chats.change(.init(name: "x"), of: chat, by: trainer.actor) },
                { try await chats.remove(client.id, from: chat, by: trainer.actor) },
            ]
            for attempt in attempts { #expect(await spotterError { try await attempt() }?.code == .forbidden) }
        }
    }
}

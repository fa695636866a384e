import Domain
import SpotterAPI
import Storage
import Testing

@testable import Messaging

/// A block works both ways, at once, and says nothing about who set it.
@Suite struct BlockTests {
    @Test(arguments: [false, true])
    func neitherWritesToTheOther(byClient: Bool) async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            try await world.send("before", "1", to: chat, by: client)
            let (blocker, blocked) = byClient ? (client, trainer) : (trainer, client)
            try await world.services.blocks.block(blocked.id, by: blocker.actor)
            var errors: [SpotterError?] = []
            for user in [trainer, client] {
                errors.append(await spotterError { try await world.send("during", "2", to: chat, by: user) })
                let page = try await world.services.chats.history(of: chat, for: user.actor)
                #expect(page.messages.map(\.text) == ["before"], "what was said stays readable")
            }
            #expect(errors.map { $0?.code } == [.forbidden, .forbidden])
            #expect(errors[0] == errors[1], "it doesn't say who has blocked whom")
            try await world.services.blocks.unblock(blocked.id, by: blocker.actor)
            try await world.send("after", "3", to: chat, by: trainer)
            try await world.send("after", "4", to: chat, by: client)
        }
    }

    /// A block stops new words; what was acked before it keeps its answer, and one's own may still be taken back.
    @Test func noWayAround() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let first = try await world.send("before", "1", to: chat, by: client)
            let theirs = try await world.send("theirs", "1", to: chat, by: trainer).message
            try await world.services.blocks.block(client.id, by: trainer.actor)
            let again = try await world.send("before", "1", to: chat, by: client)
            #expect(again.isRepeat && again.message.id == first.message.id)
            let messages = world.services.messages
            let edit = await spotterError {
                _ = try await messages.edit(first.message.id, in: chat, to: "new words", by: client.actor)
            }
            let reaction = await spotterError {
                _ = try await world.services.reactions.change(.give, "👍", on: theirs.id, in: chat, by: client.actor)
            }
            #expect([edit?.code, reaction?.code] == [.forbidden, .forbidden])
            try await messages.delete(first.message.id, in: chat, by: client.actor)
        }
    }

    /// The memory from which sends are authorised is renewed in the block's own transaction, and after a restart.
    @Test func holdsAfterARestart() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            try await world.services.blocks.block(trainer.id, by: client.actor)
            let reopened = try await world.reopened()
            #expect(
                await spotterError { try await reopened.send("x", "1", to: chat, by: trainer) }?.code == .forbidden
            )
            try? await reopened.database.close()
        }
    }

    @Test func onlyTheirOwnBlockCanBeTakenBack() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            let blocks = world.services.blocks
            try await blocks.block(trainer.id, by: client.actor)
            #expect(await spotterError { try await blocks.unblock(client.id, by: trainer.actor) }?.code == .notFound)
            try await blocks.block(client.id, by: trainer.actor)
            try await blocks.block(client.id, by: trainer.actor)
            try await blocks.unblock(trainer.id, by: client.actor)
            #expect(await spotterError { try await world.send("x", "1", to: chat, by: client) }?.code == .forbidden)
            try await blocks.unblock(client.id, by: trainer.actor)
            try await world.send("x", "1", to: chat, by: client)
        }
    }

    @Test func noNewChatsAndNoAddingToGroups() async throws {
        try await World.run { world in
            let (trainer, clients) = try await world.studio(clients: 3)
            let (blocker, blocked) = (clients[0], trainer)
            try await world.services.blocks.block(blocked.id, by: blocker.actor)
            let chats = world.services.chats
            for (actor, other) in [(trainer, blocker), (blocker, trainer)] {
                let error = await spotterError { _ = try await chats.open(.direct(with: other.id), by: actor.actor) }
                #expect(error?.code == .forbidden)
            }
            let group = await spotterError {
                _ = try await chats.open(.group(name: "All", with: clients.map(\.id)), by: trainer.actor)
            }
            #expect(group?.code == .forbidden)
            let others = try await chats.open(.group(name: "Two", with: clients[1...].map(\.id)), by: trainer.actor)
                .chat
            #expect(
                await spotterError { _ = try await chats.add([blocker.id], to: others.id, by: trainer.actor) }?.code
                    == .forbidden
            )
            try await world.services.relations.removeClient(blocker.id, by: trainer.actor)
            let related = await spotterError {
                _ = try await world.services.relations.addClient(email: blocker.email, by: trainer.actor)
            }
            #expect(related?.code == .forbidden)
        }
    }

    /// In a group both still write: a block concerns the two alone.
    @Test func groupsGoOn() async throws {
        try await World.run { world in
            let (group, members) = try await world.group(clients: 2)
            try await world.services.blocks.block(members[0].id, by: members[1].actor)
            try await world.send("a", "1", to: group, by: members[0])
            try await world.send("b", "2", to: group, by: members[1])
        }
    }

    @Test func strangersCannotBeFoundByBlockingThem() async throws {
        try await World.run { world in
            let client = try await world.user("client", .client)
            let stranger = try await world.user("stranger", .client)
            let blocks = world.services.blocks
            let known = await spotterError { try await blocks.block(stranger.id, by: client.actor) }
            let nobody = await spotterError { try await blocks.block(UserID(high: 1, low: 2), by: client.actor) }
            #expect(known?.code == .notFound && known == nobody)
            #expect(await spotterError { try await blocks.block(client.id, by: client.actor) }?.code == .invalidRequest)
            #expect(try await blocks.list(of: client.actor).isEmpty)
        }
    }

    @Test func neitherSeesTheOther() async throws {
        try await World.run { world in
            let (_, trainer, client) = try await world.pair()
            try await world.services.blocks.block(client.id, by: trainer.actor)
            #expect(try await world.services.people.find(for: client.actor).isEmpty)
            #expect(try await world.services.people.find(for: trainer.actor).isEmpty)
            #expect(try await world.services.blocks.list(of: trainer.actor).map(\.displayName) == ["client1"])
            #expect(try await world.services.blocks.list(of: client.actor).isEmpty)
        }
    }
}

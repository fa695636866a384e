import Contacts
import Domain
import MessagingTestKit
import SpotterAPI
import Storage
import Testing

@testable import Messaging

/// A block works both ways, at once, and says nothing about who set it.
@Suite struct BlockTests {
    @Test(arguments: [false, true])
    func neitherWritesToTheOther(byClient: Bool) async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            try await fixture.send("before", "1", to: chat, by: client)
            let (blocker, blocked) = byClient ? (client, trainer) : (trainer, client)
            try await fixture.services.blocks.block(blocked.id, by: blocker.actor)
            var errors: [SpotterError?] = []
            for user in [trainer, client] {
                errors.append(await spotterError { try await fixture.send("during", "2", to: chat, by: user) })
                let page = try await fixture.services.chats.history(of: chat, for: user.actor)
                #expect(page.messages.map(\.text) == ["before"], "what was said stays readable")
            }
            #expect(errors.map { $0?.code } == [.forbidden, .forbidden])
            #expect(errors[0] == errors[1], "it doesn't say who has blocked whom")
            try await fixture.services.blocks.unblock(blocked.id, by: blocker.actor)
            try await fixture.send("after", "3", to: chat, by: trainer)
            try await fixture.send("after", "4", to: chat, by: client)
        }
    }

    /// A block stops new messages. A repeat of an earlier send keeps its answer, and own messages can still be deleted.
    @Test func noWayAround() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let first = try await fixture.send("before", "1", to: chat, by: client)
            let theirs = try await fixture.send("theirs", "1", to: chat, by: trainer).message
            try await fixture.services.blocks.block(client.id, by: trainer.actor)
            let again = try await fixture.send("before", "1", to: chat, by: client)
            #expect(again.isRepeat && again.message.id == first.message.id)
            let messages = fixture.services.messages
            let edit = await spotterError {
                _ = try await messages.edit(first.message.id, in: chat, to: "new words", by: client.actor)
            }
            let reaction = await spotterError {
                _ = try await fixture.services.reactions.change(.give, "👍", on: theirs.id, in: chat, by: client.actor)
            }
            #expect([edit?.code, reaction?.code] == [.forbidden, .forbidden])
            try await messages.delete(first.message.id, in: chat, by: client.actor)
        }
    }

    /// The cached state that authorises sends is renewed in the block's own transaction, and after a restart.
    @Test func holdsAfterARestart() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            try await fixture.services.blocks.block(trainer.id, by: client.actor)
            let reopened = try await fixture.reopened()
            #expect(
                await spotterError { try await reopened.send("x", "1", to: chat, by: trainer) }?.code == .forbidden
            )
            try? await reopened.database.close()
        }
    }

    @Test func onlyTheirOwnBlockCanBeTakenBack() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let blocks = fixture.services.blocks
            try await blocks.block(trainer.id, by: client.actor)
            #expect(await spotterError { try await blocks.unblock(client.id, by: trainer.actor) }?.code == .notFound)
            try await blocks.block(client.id, by: trainer.actor)
            try await blocks.block(client.id, by: trainer.actor)
            try await blocks.unblock(trainer.id, by: client.actor)
            #expect(await spotterError { try await fixture.send("x", "1", to: chat, by: client) }?.code == .forbidden)
            try await blocks.unblock(client.id, by: trainer.actor)
            try await fixture.send("x", "1", to: chat, by: client)
        }
    }

    @Test func noNewChatsAndNoAddingToGroups() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 3)
            let (blocker, blocked) = (clients[0], trainer)
            try await fixture.services.blocks.block(blocked.id, by: blocker.actor)
            let chats = fixture.services.chats
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
            let related = await spotterError {
                _ = try await fixture.services.contacts.add(email: blocker.email, by: trainer.actor)
            }
            #expect(related?.code == .forbidden)
        }
    }

    @Test func nothingIsPinnedForTheOther() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let message = try await fixture.send("before", "1", to: chat, by: client).message.id
            try await fixture.services.blocks.block(client.id, by: trainer.actor)
            let chats = fixture.services.chats
            for user in [trainer, client] {
                let error = await spotterError { try await chats.setPinned(true, message, in: chat, by: user.actor) }
                #expect(error?.code == .forbidden)
            }
        }
    }

    /// A request shows a name, so whoever sends it can be blocked, and their request is gone.
    @Test func whoeverAsksCanBeBlocked() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, client) = (try await fixture.user("alex", .trainer), try await fixture.user("sara", .client))
            let blocks = fixture.services.blocks
            let unknown = await spotterError { try await blocks.block(trainer.id, by: client.actor) }
            #expect(unknown?.code == .notFound)
            _ = try await fixture.services.contacts.add(email: client.email, by: trainer.actor)
            try await blocks.block(trainer.id, by: client.actor)
            #expect(try await fixture.services.contacts.requests(of: client).received.isEmpty)
            #expect(try await fixture.services.contacts.requests(of: trainer).sent.count == 1)
        }
    }

    /// Whoever reads a chat in which they were blocked, or have blocked, does so unseen: by frames, fetches and times.
    @Test(arguments: [false, true])
    func nobodySeesTheOtherRead(byReader: Bool) async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let services = fixture.services
            let message = try await fixture.send("before", "1", to: chat, by: trainer).message
            try await fixture.send("before", "2", to: chat, by: trainer)
            _ = try await services.receipts.advance(.delivered, to: 1, in: chat, by: client.actor)
            let (blocker, blocked) = byReader ? (client, trainer) : (trainer, client)
            try await services.blocks.block(blocked.id, by: blocker.actor)
            let sender = try await RecordingConnection.attach(trainer, in: fixture)
            let reader = try await RecordingConnection.attach(client, in: fixture)
            let position = try await services.receipts.advance(.read, to: 2, in: chat, by: client.actor)
            #expect(position.readSeq == 2 && position.unread == 0)
            _ = try await services.receipts.advance(.delivered, to: 2, in: chat, by: client.actor)
            try await fixture.settled()
            #expect(sender.receipts.isEmpty)
            #expect(reader.receipts.map(\.readSeq) == [2], "their own devices know")
            let members = try await services.chats.chat(chat, for: trainer.actor).members
            let seen = members.filter { $0.userId == client.id }
            #expect(seen.map(\.readSeq) == [0] && seen.map(\.deliveredSeq) == [1])
            let times = try await services.receipts.times(of: message.id, in: chat, for: trainer.actor)
            #expect(times.map { $0.readAt == nil } == [true])
            // With the block, its veil ends.
            try await services.blocks.unblock(blocked.id, by: blocker.actor)
            try await fixture.send("after", "3", to: chat, by: trainer)
            _ = try await services.receipts.advance(.read, to: 3, in: chat, by: client.actor)
            try await fixture.settled()
            #expect(sender.receipts.last?.readSeq == 3 && sender.receipts.last?.deliveredSeq == 3)
        }
    }

    /// Both can still write in a group: a block concerns only the two.
    @Test func groupsGoOn() async throws {
        try await MessagingFixture.run { fixture in
            let (group, members) = try await fixture.group(clients: 2)
            try await fixture.services.blocks.block(members[0].id, by: members[1].actor)
            try await fixture.send("a", "1", to: group, by: members[0])
            try await fixture.send("b", "2", to: group, by: members[1])
            for member in members {
                let page = try await fixture.services.chats.history(of: group, after: 0, limit: 10, for: member.actor)
                #expect(page.messages.map(\.text) == ["a", "b"])
            }
        }
    }

    @Test func strangersCannotBeFoundByBlockingThem() async throws {
        try await MessagingFixture.run { fixture in
            let client = try await fixture.user("client", .client)
            let stranger = try await fixture.user("stranger", .client)
            let blocks = fixture.services.blocks
            let known = await spotterError { try await blocks.block(stranger.id, by: client.actor) }
            let nobody = await spotterError { try await blocks.block(UserID(high: 1, low: 2), by: client.actor) }
            #expect(known?.code == .notFound && known == nobody)
            #expect(await spotterError { try await blocks.block(client.id, by: client.actor) }?.code == .invalidRequest)
            #expect(try await blocks.list(of: client.actor).isEmpty)
        }
    }

    @Test func neitherSeesTheOther() async throws {
        try await MessagingFixture.run { fixture in
            let (_, trainer, client) = try await fixture.pair()
            try await fixture.services.blocks.block(client.id, by: trainer.actor)
            #expect(try await fixture.services.people.find(for: client.actor).isEmpty)
            #expect(try await fixture.services.people.find(for: trainer.actor).isEmpty)
            #expect(try await fixture.services.blocks.list(of: trainer.actor).map(\.displayName) == ["client1"])
            #expect(try await fixture.services.blocks.list(of: client.actor).isEmpty)
        }
    }
}

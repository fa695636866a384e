import Domain
import Foundation
import SpotterAPI
import Storage
import Testing

@testable import Messaging

@Suite struct DeletionTests {
    private static let password = Secret("secret-client1")

    @Test func aWrongPasswordDeletesNothing() async throws {
        try await World.run { world in
            let (chat, _, client) = try await world.pair()
            try await world.send("kept", "1", to: chat, by: client)
            let principal = try await login(client, in: world)
            let error = await spotterError {
                try await deletion(in: world).delete(principal, password: Secret("guess!"))
            }
            #expect(error?.code == .invalidCredentials)
            try await world.services.accounts.requireLive(principal.sessionId)
            #expect(try await world.count("SELECT count(*) FROM deletions") == 0)
            #expect(try await world.services.chats.history(of: chat, for: client.actor).messages.first?.text == "kept")
        }
    }

    @Test func endsSessions() async throws {
        try await World.run { world in
            let accounts = world.services.accounts
            let client = try await world.pair().client
            let principal = try await login(client, in: world)
            let other = try await accounts.login(email: client.email, password: Self.password)
            let device = try await Listener.attach(client, session: principal.sessionId, in: world)
            try await deletion(in: world).delete(principal, password: Self.password)
            try await world.settled()
            #expect(device.isRevoked)
            let access = await spotterError { _ = try await accounts.authenticate(other.accessToken) }
            let refresh = await spotterError { _ = try await accounts.refresh(other.refreshToken) }
            let live = await spotterError { try await accounts.requireLive(principal.sessionId) }
            #expect([access, refresh, live].map { $0?.code } == [.unauthorized, .unauthorized, .unauthorized])
        }
    }

    @Test func nobodyLogsInAndTheAddressIsFree() async throws {
        try await World.run { world in
            let accounts = world.services.accounts
            let (_, trainer, client) = try await world.pair()
            let reset = try await accounts.issueReset(for: client.email).resetToken
            try await deletion(in: world).delete(try await login(client, in: world), password: Self.password)
            #expect(await code { _ = try await login(client, in: world) } == .invalidCredentials)
            let tombstone = "deleted-\(client.id)"
            let locked = Secret(User.lockedPassword)
            #expect(
                await code { _ = try await accounts.login(email: tombstone, password: locked) } == .invalidCredentials
            )
            #expect(
                await code { try await accounts.resetPassword(with: reset, to: Secret("another")) } == .unauthorized
            )
            #expect(await code { _ = try await accounts.issueReset(for: "\(client.id)") } == .notFound)
            #expect(try await accounts.all().map(\.id) == [trainer.id])
            let again = try await world.user("client1", .client)
            #expect(again.id != client.id)
            #expect(try await world.services.relations.contacts(of: trainer.actor).isEmpty)
            _ = try await world.services.relations.addClient(email: again.email, by: trainer.actor)
        }
    }

    /// Those who stay see every message go, then the member, live and on resume alike.
    @Test func deletesMessagesForAllAsDurableChanges() async throws {
        try await World.run { world in
            let (group, members) = try await world.group(clients: 2)
            let (trainer, client) = (members[0], members[1])
            for number in 1...250 { try await world.send("secret \(number)", "\(number)", to: group, by: client) }
            try await world.send("stays", "t", to: group, by: trainer)
            let device = try await Listener.attach(trainer, in: world)
            var view = try await ClientView.fresh(group, for: trainer.actor, in: world)
            try await deletion(in: world).delete(try await login(client, in: world), password: Self.password)
            try await world.settled()
            let events = device.events
            #expect(events.filter { $0.type == .messageDeleted }.count == 250)
            #expect(events.map(\.seq) == Array((view.seq + 1)...(view.seq + Int64(events.count))), "gapless")
            #expect(events.last?.member?.change == .left)
            #expect(events.last?.member?.displayName == FormerUser.displayName)
            #expect(device.payloads.contains { $0.contains(#""type":"user.updated""#) && $0.contains("Deleted user") })
            for event in events { view.apply(event) }
            #expect(try await ClientView.fresh(group, for: trainer.actor, in: world) == view, "live equals fresh")
            #expect(world.index.changed.count == 250)
            #expect(try await world.count("SELECT count(*) FROM messages WHERE text <> ''") == 1, "others' words stay")
            #expect(
                try await world.count("SELECT count(*) FROM messages WHERE sender_id = $1 AND text <> ''", client.id)
                    == 0
            )
        }
    }

    @Test func alsoInChatsThatWereLeft() async throws {
        try await World.run { world in
            let (group, members) = try await world.group(clients: 3)
            let client = members[1]
            try await world.send("left behind", "1", to: group, by: client)
            try await world.services.chats.remove(client.id, from: group, by: client.actor)
            let device = try await Listener.attach(members[0], in: world)
            try await deletion(in: world).delete(try await login(client, in: world), password: Self.password)
            try await world.settled()
            #expect(device.events.map(\.type) == [.messageDeleted])
            let page = try await world.services.chats.history(of: group, for: members[0].actor)
            #expect(page.messages.map(\.text) == [""])
        }
    }

    /// A group keeps an admin; a chat that nobody is in any more goes with its messages, edits and drafts.
    @Test func groupsAreHandedOverAndEmptyChatsGo() async throws {
        try await World.run { world in
            let (trainer, clients) = try await world.studio(clients: 2)
            let host = try await world.user("client1+", .trainer)
            _ = try await world.services.relations.addClient(email: clients[1].email, by: host.actor)
            let group = try await world.services.chats.open(
                .group(name: "All", with: [trainer.id, clients[1].id]),
                by: host.actor
            ).chat
            let direct = try await world.services.chats.open(.direct(with: trainer.id), by: host.actor).chat
            try await world.send("theirs", "1", to: direct.id, by: trainer)
            try await world.services.chats.remove(trainer.id, from: direct.id, by: trainer.actor)
            let principal = try await login(host, in: world)
            try await deletion(in: world).delete(principal, password: Secret("secret-client1+"))
            let left = try await world.services.chats.chat(group.id, for: clients[1].actor)
            #expect(Set(left.members.map(\.userId)) == [trainer.id, clients[1].id])
            #expect(left.members.filter { $0.role == .admin }.count == 1)
            #expect(try await world.count("SELECT count(*) FROM chats WHERE id = $1", direct.id) == 0)
            #expect(try await world.count("SELECT count(*) FROM messages") == 0)
        }
    }

    /// Files are nameless and due for the next sweep; those of others stay as they are.
    @Test func filesAreLeftToTheSweep() async throws {
        try await World.run { world in
            let (_, trainer, client) = try await world.pair()
            _ = try await world.media(of: client, 1)
            _ = try await world.media(of: client, 2, state: "uploading")
            _ = try await world.media(of: trainer, 3)
            try await deletion(in: world).delete(try await login(client, in: world), password: Self.password)
            let due = "SELECT count(*) FROM media WHERE owner_id = $1 AND created_at = 0 AND file_name <> 'form.png'"
            #expect(try await world.count(due, client.id) == 2)
            #expect(try await world.count(due, trainer.id) == 0)
        }
    }

    @Test func nobodyFindsOrReachesThemAnyMore() async throws {
        try await World.run { world in
            let alex = try await world.user("client1", .trainer)
            let tess = try await world.user("tess", .trainer)
            let chat = try await world.services.chats.open(.direct(with: alex.id), by: tess.actor).chat
            try await deletion(in: world).delete(try await login(alex, in: world), password: Self.password)
            #expect(try await world.services.people.find(for: tess.actor).isEmpty)
            let people = world.services.people
            #expect(await spotterError { _ = try await people.person(alex.id, for: tess.actor) }?.code == .notFound)
            let open = await spotterError {
                _ = try await world.services.chats.open(.direct(with: alex.id), by: tess.actor)
            }
            #expect(open?.code == .notFound)
            let left = try await world.services.chats.chat(chat.id, for: tess.actor)
            #expect(left.members.map(\.userId) == [tess.id])
        }
    }

    /// Wherever the process ends, the next one finishes: the same state as without the crash.
    @Test func aDeletionThatWasCutOffIsFinishedLater() async throws {
        try await World.run { world in
            let (chat, trainer, client) = try await world.pair()
            for number in 1...5 { try await world.send("secret \(number)", "\(number)", to: chat, by: client) }
            struct PowerCut: Error {}
            let broken = AccountDeletion(world.services, erasures: [{ _ in throw PowerCut() }])
            try await broken.delete(try await login(client, in: world), password: Self.password)
            #expect(try await broken.resume() == 0, "still broken")
            #expect(try await world.count("SELECT count(*) FROM deletions") == 1)

            let world = try await world.reopened()
            #expect(await spotterError { _ = try await login(client, in: world) }?.code == .invalidCredentials)
            #expect(try await deletion(in: world).resume() == 1)
            #expect(try await deletion(in: world).resume() == 0)
            let page = try await world.services.chats.history(of: chat, for: trainer.actor)
            #expect(page.messages.allSatisfy { $0.deletedAt != nil && $0.text.isEmpty } && page.messages.count == 5)
            let head = try await world.services.chats.chat(chat, for: trainer.actor)
            #expect(head.members.map(\.userId) == [trainer.id])
            try? await world.database.close()
        }
    }

    @Test func aLoginThatIsOvertakenByTheDeletionFails() async throws {
        try await World.run { world in
            let (_, _, client) = try await world.pair()
            let hash = try await world.services.accounts.requirePassword(Self.password, of: client.id)
            try await deletion(in: world).delete(try await login(client, in: world), password: Self.password)
            let error = await spotterError {
                _ = try await world.services.accounts.openSession(for: client, provenBy: hash, deviceName: "")
            }
            #expect(error?.code == .invalidCredentials)
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE user_id = $1", client.id) == 0)
        }
    }

    // MARK: Steps

    private func code(_ body: () async throws -> Void) async -> ErrorCode? { await spotterError(body)?.code }

    private func deletion(in world: World) -> AccountDeletion { AccountDeletion(world.services) }

    private func login(_ user: User, in world: World) async throws -> Principal {
        let accounts = world.services.accounts
        let credentials = try await accounts.login(
            email: user.email,
            password: Secret("secret-\(user.displayName)")
        )
        return try await accounts.authenticate(credentials.accessToken)
    }
}

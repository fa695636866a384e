import Contacts
import ContactsTestKit
import Domain
import Foundation
import Live
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import Testing

@testable import Accounts

@Suite struct DeletionTests {
    private static let password = Secret("secret-client1")

    @Test func aWrongPasswordDeletesNothing() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, _, client) = try await fixture.pair()
            try await fixture.send("kept", "1", to: chat, by: client)
            let principal = try await login(client, in: fixture)
            let error = await spotterError {
                try await fixture.deletion().delete(principal, password: Secret("guess!"))
            }
            #expect(error?.code == .invalidCredentials)
            try await fixture.services.accounts.requireLive(principal.sessionId)
            #expect(try await fixture.count("SELECT count(*) FROM deletions") == 0)
            #expect(
                try await fixture.services.chats.history(of: chat, for: client.actor).messages.first?.text == "kept"
            )
        }
    }

    @Test func deletionEndsAllSessions() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let client = try await fixture.pair().client
            let principal = try await login(client, in: fixture)
            let other = try await accounts.login(email: client.email, password: Self.password)
            let device = try await RecordingConnection.attach(client, session: principal.sessionId, in: fixture)
            try await fixture.deletion().delete(principal, password: Self.password)
            try await fixture.settled()
            #expect(device.isRevoked)
            let access = await spotterError { _ = try await accounts.authenticate(other.accessToken) }
            let refresh = await spotterError { _ = try await accounts.refresh(other.refreshToken) }
            let live = await spotterError { try await accounts.requireLive(principal.sessionId) }
            #expect([access, refresh, live].map { $0?.code } == [.unauthorized, .unauthorized, .unauthorized])
        }
    }

    @Test func nobodyLogsInAndTheAddressIsFree() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let (_, trainer, client) = try await fixture.pair()
            let reset = try await accounts.issueReset(for: client.email).resetToken
            try await fixture.deletion().delete(try await login(client, in: fixture), password: Self.password)
            #expect(await code { _ = try await login(client, in: fixture) } == .invalidCredentials)
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
            let again = try await fixture.user("client1", .client)
            #expect(again.id != client.id)
            #expect(try await fixture.services.contacts.contacts(of: trainer.actor).isEmpty)
            _ = try await fixture.services.contacts.addClient(again, by: trainer.actor)
        }
    }

    /// The other members see every message deleted, then the member leave, live and on resume alike.
    @Test func deletesMessagesForAllAsDurableChanges() async throws {
        try await MessagingFixture.run { fixture in
            let (group, members) = try await fixture.group(clients: 2)
            let (trainer, client) = (members[0], members[1])
            for number in 1...250 { try await fixture.send("secret \(number)", "\(number)", to: group, by: client) }
            try await fixture.send("stays", "t", to: group, by: trainer)
            let device = try await RecordingConnection.attach(trainer, in: fixture)
            var view = try await ClientView.fresh(group, for: trainer.actor, in: fixture)
            try await fixture.deletion().delete(try await login(client, in: fixture), password: Self.password)
            try await fixture.settled()
            let events = device.events
            #expect(events.filter { $0.type == .messageDeleted }.count == 250)
            #expect(events.map(\.seq) == Array((view.seq + 1)...(view.seq + Int64(events.count))), "gapless")
            #expect(events.last?.member?.change == .left)
            #expect(events.last?.member?.displayName == DeletedUser.displayName)
            #expect(device.payloads.contains { $0.contains(#""type":"user.updated""#) && $0.contains("Deleted user") })
            for event in events { view.apply(event) }
            #expect(try await ClientView.fresh(group, for: trainer.actor, in: fixture) == view, "live equals fresh")
            #expect(fixture.observer.changed.count == 250)
            #expect(
                try await fixture.count("SELECT count(*) FROM messages WHERE text <> ''") == 1,
                "others' words stay"
            )
            #expect(
                try await fixture.count("SELECT count(*) FROM messages WHERE sender_id = $1 AND text <> ''", client.id)
                    == 0
            )
        }
    }

    @Test func alsoInChatsThatWereLeft() async throws {
        try await MessagingFixture.run { fixture in
            let (group, members) = try await fixture.group(clients: 3)
            let client = members[1]
            try await fixture.send("left behind", "1", to: group, by: client)
            try await fixture.services.chats.remove(client.id, from: group, by: client.actor)
            let device = try await RecordingConnection.attach(members[0], in: fixture)
            try await fixture.deletion().delete(try await login(client, in: fixture), password: Self.password)
            try await fixture.settled()
            #expect(device.events.map(\.type) == [.messageDeleted])
            let page = try await fixture.services.chats.history(of: group, for: members[0].actor)
            #expect(page.messages.map(\.text) == [""])
        }
    }

    /// A group keeps an admin. A chat without members is removed with its messages, edits and drafts.
    @Test func groupsAreHandedOverAndEmptyChatsGo() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 2)
            let host = try await fixture.user("client1+", .trainer)
            _ = try await fixture.services.contacts.addClient(clients[1], by: host.actor)
            let group = try await fixture.services.chats.open(
                .group(name: "All", with: [trainer.id, clients[1].id]),
                by: host.actor
            ).chat
            let direct = try await fixture.services.chats.open(.direct(with: trainer.id), by: host.actor).chat
            try await fixture.send("theirs", "1", to: direct.id, by: trainer)
            try await fixture.services.chats.remove(trainer.id, from: direct.id, by: trainer.actor)
            let principal = try await login(host, in: fixture)
            try await fixture.deletion().delete(principal, password: Secret("secret-client1+"))
            let left = try await fixture.services.chats.chat(group.id, for: clients[1].actor)
            #expect(Set(left.members.map(\.userId)) == [trainer.id, clients[1].id])
            #expect(left.members.filter { $0.role == .admin }.count == 1)
            #expect(try await fixture.count("SELECT count(*) FROM chats WHERE id = $1", direct.id) == 0)
            #expect(try await fixture.count("SELECT count(*) FROM messages") == 0)
        }
    }

    /// The user's files lose their names and are due for the next sweep. Others' files stay as they are.
    @Test func filesAreLeftToTheSweep() async throws {
        try await MessagingFixture.run { fixture in
            let (_, trainer, client) = try await fixture.pair()
            _ = try await fixture.media(of: client, 1)
            _ = try await fixture.media(of: client, 2, state: "uploading")
            _ = try await fixture.media(of: trainer, 3)
            try await fixture.deletion().delete(try await login(client, in: fixture), password: Self.password)
            let due = "SELECT count(*) FROM media WHERE owner_id = $1 AND created_at = 0 AND file_name <> 'form.png'"
            #expect(try await fixture.count(due, client.id) == 2)
            #expect(try await fixture.count(due, trainer.id) == 0)
        }
    }

    @Test func nobodyFindsOrReachesThemAnyMore() async throws {
        try await MessagingFixture.run { fixture in
            let alex = try await fixture.user("client1", .trainer)
            let tess = try await fixture.user("tess", .trainer)
            let chat = try await fixture.services.chats.open(.direct(with: alex.id), by: tess.actor).chat
            try await fixture.deletion().delete(try await login(alex, in: fixture), password: Self.password)
            #expect(try await fixture.services.people.find(for: tess.actor).isEmpty)
            let people = fixture.services.people
            #expect(await spotterError { _ = try await people.person(alex.id, for: tess.actor) }?.code == .notFound)
            let open = await spotterError {
                _ = try await fixture.services.chats.open(.direct(with: alex.id), by: tess.actor)
            }
            #expect(open?.code == .notFound)
            let left = try await fixture.services.chats.chat(chat.id, for: tess.actor)
            #expect(left.members.map(\.userId) == [tess.id])
        }
    }

    /// A deletion that a crash interrupted is finished by the next process, with the same result.
    @Test func aDeletionThatWasCutOffIsFinishedLater() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            for number in 1...5 { try await fixture.send("secret \(number)", "\(number)", to: chat, by: client) }
            struct PowerCut: Error {}
            struct Interruption: AccountDeletionParticipant {
                func erase(_ user: DeletedUser) async throws { throw PowerCut() }
            }
            let broken = fixture.deletion(before: [Interruption()])
            try await broken.delete(try await login(client, in: fixture), password: Self.password)
            #expect(try await broken.resume() == 0, "still broken")
            #expect(try await fixture.count("SELECT count(*) FROM deletions") == 1)

            let fixture = try await fixture.reopened()
            #expect(await spotterError { _ = try await login(client, in: fixture) }?.code == .invalidCredentials)
            #expect(try await fixture.deletion().resume() == 1)
            #expect(try await fixture.deletion().resume() == 0)
            let page = try await fixture.services.chats.history(of: chat, for: trainer.actor)
            #expect(page.messages.allSatisfy { $0.deletedAt != nil && $0.text.isEmpty } && page.messages.count == 5)
            let head = try await fixture.services.chats.chat(chat, for: trainer.actor)
            #expect(head.members.map(\.userId) == [trainer.id])
            try? await fixture.database.close()
        }
    }

    @Test func aLoginThatIsOvertakenByTheDeletionFails() async throws {
        try await MessagingFixture.run { fixture in
            let (_, _, client) = try await fixture.pair()
            let hash = try await fixture.services.accounts.requirePassword(Self.password, of: client.id)
            try await fixture.deletion().delete(try await login(client, in: fixture), password: Self.password)
            let error = await spotterError {
                _ = try await fixture.services.accounts.openSession(for: client, provenBy: hash, deviceName: "")
            }
            #expect(error?.code == .invalidCredentials)
            #expect(try await fixture.count("SELECT count(*) FROM sessions WHERE user_id = $1", client.id) == 0)
        }
    }

    // MARK: Steps

    private func code(_ body: () async throws -> Void) async -> ErrorCode? { await spotterError(body)?.code }

    private func login(_ user: User, in fixture: MessagingFixture) async throws -> Principal {
        let accounts = fixture.services.accounts
        let credentials = try await accounts.login(
            email: user.email,
            password: Secret("secret-\(user.displayName)")
        )
        return try await accounts.authenticate(credentials.accessToken)
    }
}

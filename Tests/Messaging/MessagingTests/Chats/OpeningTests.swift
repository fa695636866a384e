import Domain
import MessagingTestKit
import Testing

@testable import Messaging

@Suite struct OpeningTests {
    @Test func directChatIsUniqueHoweverManyOpenIt() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 1)
            let chats = fixture.services.chats
            let opened = try await withThrowingTaskGroup(of: (ChatID, Bool).self) { group in
                for number in 0..<50 {
                    let (me, them) = number.isMultiple(of: 2) ? (trainer, clients[0]) : (clients[0], trainer)
                    group.addTask {
                        let opened = try await chats.open(.direct(with: them.id), by: me.actor)
                        return (opened.chat.id, opened.isNew)
                    }
                }
                return try await group.reduce(into: [(ChatID, Bool)]()) { $0.append($1) }
            }
            #expect(Set(opened.map(\.0)).count == 1)
            #expect(opened.filter(\.1).count == 1)
            #expect(try await fixture.count("SELECT count(*) FROM chats") == 1)
        }
    }

    @Test(arguments: [0, 1])
    func groupNeedsThree(others: Int) async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 1)
            // The creator counts once, and so does everybody else.
            let ids = [trainer.id, trainer.id] + clients.prefix(others).map(\.id)
            let error = await spotterError {
                _ = try await fixture.services.chats.open(.group(name: "Small", with: ids), by: trainer.actor)
            }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test(arguments: ["", "  ", String(repeating: "x", count: 51), "a\u{7}b"])
    func groupNeedsAName(name: String) async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 2)
            let error = await spotterError {
                _ = try await fixture.services.chats.open(
                    .group(name: name, with: clients.map(\.id)),
                    by: trainer.actor
                )
            }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test func sameNameAndMembersGiveTheSameGroup() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 3)
            let chats = fixture.services.chats
            let ids = clients.map(\.id)
            let first = try await chats.open(.group(name: "Run Club", with: ids), by: trainer.actor)
            #expect(first.isNew && first.chat.members.first { $0.userId == trainer.id }?.role == .admin)
            #expect(first.chat.members.filter { $0.role == .admin }.count == 1)
            let again = try await chats.open(.group(name: " run club", with: ids.reversed() + ids), by: trainer.actor)
            #expect(!again.isNew && again.chat.id == first.chat.id)
            let fewer = try await chats.open(.group(name: "Run Club", with: Array(ids.prefix(2))), by: trainer.actor)
            let named = try await chats.open(.group(name: "Swim Club", with: ids), by: trainer.actor)
            #expect(Set([first.chat.id, fewer.chat.id, named.chat.id]).count == 3)
        }
    }

    @Test func oneStrangerRefusesTheWholeGroup() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 2)
            let stranger = try await fixture.user("stranger", .client)
            let ids = clients.map(\.id) + [stranger.id]
            let error = await spotterError {
                _ = try await fixture.services.chats.open(.group(name: "All", with: ids), by: trainer.actor)
            }
            #expect(error?.code == .notAContact)
            #expect(try await fixture.count("SELECT count(*) FROM chats") == 0)
            #expect(try await fixture.count("SELECT count(*) FROM members") == 0)
        }
    }
}

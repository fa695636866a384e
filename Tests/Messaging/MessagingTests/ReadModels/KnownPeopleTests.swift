import Contacts
import Domain
import MessagingTestKit
import Storage
import Testing

@testable import Messaging

@Suite struct KnownPeopleTests {
    @Test func peersAreExactlyThoseOfSharedGroups() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 3)
            let chats = fixture.services.chats
            _ = try await chats.open(.direct(with: clients[2].id), by: trainer.actor)
            let group = try await chats.open(
                .group(name: "Two", with: [clients[0].id, clients[1].id]),
                by: trainer.actor
            ).chat
            func groupPeers(of user: User) async throws -> [UserID] {
                try await known(by: user, in: fixture).people.filter { $0.sharedGroupName != nil }.map(\.user.id)
            }
            #expect(try await groupPeers(of: clients[0]) == [clients[1].id, trainer.id])
            #expect(try await groupPeers(of: clients[2]) == [])
            try await chats.remove(clients[1].id, from: group.id, by: trainer.actor)
            #expect(try await groupPeers(of: clients[0]) == [trainer.id])
        }
    }

    @Test func saysHowPeopleAreKnown() async throws {
        try await MessagingFixture.run { fixture in
            let (group, members) = try await fixture.group(clients: 2, name: "Morning")
            let (trainer, client, other) = (members[0], members[1], members[2])
            _ = try await fixture.user("stranger", .trainer)
            let direct = try await fixture.services.chats.open(.direct(with: client.id), by: trainer.actor).chat
            let people = try await known(by: client, in: fixture)
            #expect(people.groups.map(\.id) == [group])
            #expect(people.people.map(\.user.id) == [other.id, trainer.id])
            #expect(people.people.map(\.isContact) == [false, true])
            #expect(people.people.map(\.directChat) == [nil, direct.id])
            #expect(people.people.allSatisfy { $0.sharedGroupName == "Morning" && $0.sharesChat })
        }
    }

    private func known(by user: User, in fixture: MessagingFixture) async throws -> KnownPeople {
        let actor = user.actor
        return try await fixture.database.read { try KnownPeople(of: actor, on: $0) }
    }
}

import Domain
import Testing

@testable import Messaging

@Suite struct ContactsTests {
    @Test func addsAClientOnceByAnyCaseOfTheAddress() async throws {
        try await World.run { world in
            let trainer = try await world.user("alex", .trainer)
            let client = try await world.user("sara", .client)
            let relations = world.services.relations
            let contact = try await relations.addClient(email: " SARA@Example.com", by: trainer.actor)
            #expect(contact == Contact(userId: client.id, displayName: "sara", email: "sara@example.com"))
            #expect(
                await spotterError { _ = try await relations.addClient(email: client.email, by: trainer.actor) }?.code
                    == .alreadyExists
            )
            #expect(try await relations.contacts(of: trainer.actor).map(\.userId) == [client.id])
            #expect(try await relations.contacts(of: client.actor).map(\.userId) == [trainer.id])
        }
    }

    @Test(arguments: [
        ("nobody@example.com", Role.trainer, ErrorCode.notFound), ("alex@example.com", .trainer, .notFound),
        ("not an address", .trainer, .invalidRequest), ("sara@example.com", .client, .forbidden),
    ])
    func refusesClientsWhoCannotBeAdded(email: String, role: Role, code: ErrorCode) async throws {
        try await World.run { world in
            let alex = try await world.user("alex", role)
            _ = try await world.user("sara", .client)
            let error = await spotterError {
                _ = try await world.services.relations.addClient(email: email, by: alex.actor)
            }
            #expect(error?.code == code)
        }
    }

    @Test func removedClientKeepsOldChatsAndGetsNoNewOnes() async throws {
        try await World.run { world in
            let (trainer, clients) = try await world.studio(clients: 2)
            let chats = world.services.chats
            let old = try await chats.open(.direct(with: clients[0].id), by: trainer.actor).chat
            for client in clients { try await world.services.relations.removeClient(client.id, by: trainer.actor) }
            try await world.send("still here", "1", to: old.id, by: clients[0])
            #expect(
                await spotterError { _ = try await chats.open(.direct(with: clients[1].id), by: trainer.actor) }?.code
                    == .notAContact
            )
            #expect(
                await spotterError {
                    try await world.services.relations.removeClient(clients[0].id, by: trainer.actor)
                }?.code == .notFound
            )
        }
    }

    @Test func peersAreExactlyThoseOfSharedGroups() async throws {
        try await World.run { world in
            let (trainer, clients) = try await world.studio(clients: 3)
            let chats = world.services.chats
            _ = try await chats.open(.direct(with: clients[2].id), by: trainer.actor)
            let group = try await chats.open(
                .group(name: "Two", with: [clients[0].id, clients[1].id]),
                by: trainer.actor
            ).chat
            let relations = world.services.relations
            #expect(try await relations.groupPeers(of: clients[0].actor).map(\.userId) == [clients[1].id, trainer.id])
            #expect(try await relations.groupPeers(of: clients[2].actor) == [])
            try await chats.remove(clients[1].id, from: group.id, by: trainer.actor)
            #expect(try await relations.groupPeers(of: clients[0].actor).map(\.userId) == [trainer.id])
        }
    }
}

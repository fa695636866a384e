import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import Testing

@testable import Contacts

@Suite struct ContactsTests {
    @Test func addsAClientOnceByAnyCaseOfTheAddress() async throws {
        try await MessagingFixture.run { fixture in
            let trainer = try await fixture.user("alex", .trainer)
            let client = try await fixture.user("sara", .client)
            let contacts = fixture.services.contacts
            guard case .pending(let request) = try await contacts.add(email: " SARA@Example.com", by: trainer.actor)
            else {
                Issue.record("she hasn't agreed")
                return
            }
            #expect(request.email == "sara@example.com" && request.state == .pending)
            #expect(try await contacts.contacts(of: trainer.actor).isEmpty)
            let accepted = try await contacts.acceptRequest(request.id, by: client)
            #expect(accepted == Contact(trainer) && accepted.timezone == trainer.timezone)
            #expect(
                await spotterError { _ = try await contacts.add(email: client.email, by: trainer.actor) }?.code
                    == .alreadyExists
            )
            #expect(try await contacts.contacts(of: trainer.actor).map(\.userId) == [client.id])
            #expect(try await contacts.contacts(of: client.actor) == [accepted])
        }
    }

    @Test(arguments: [
        ("not an address", Role.trainer, ErrorCode.invalidRequest), ("sara@example.com", .client, .forbidden),
    ])
    func refusesRequestsThatCannotBe(email: String, role: Role, code: ErrorCode) async throws {
        try await MessagingFixture.run { fixture in
            let alex = try await fixture.user("alex", role)
            _ = try await fixture.user("sara", .client)
            let error = await spotterError { _ = try await fixture.services.contacts.add(email: email, by: alex.actor) }
            #expect(error?.code == code)
        }
    }

    @Test func removedClientKeepsOldChatsAndGetsNoNewOnes() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 2)
            let chats = fixture.services.chats
            let old = try await chats.open(.direct(with: clients[0].id), by: trainer.actor).chat
            for client in clients { try await fixture.services.contacts.remove(client.id, by: trainer.actor) }
            try await fixture.send("still here", "1", to: old.id, by: clients[0])
            #expect(
                await spotterError { _ = try await chats.open(.direct(with: clients[1].id), by: trainer.actor) }?.code
                    == .notAContact
            )
            #expect(
                await spotterError {
                    try await fixture.services.contacts.remove(clients[0].id, by: trainer.actor)
                }?.code == .notFound
            )
        }
    }
}

import Accounts
import Contacts
import ContactsTestKit
import Domain
import MessagingTestKit
import Testing

@testable import Messaging

/// The directory shows exactly those whom the user may write to now.
@Suite struct PeopleTests {
    @Test func showsExactlyThoseWhomOneMayWriteTo() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 3)
            let otherTrainer = try await fixture.user("tess", .trainer)
            let stranger = try await fixture.user("stranger", .client)
            _ = try await fixture.services.contacts.addClient(stranger, by: otherTrainer.actor)
            _ = try await fixture.services.chats.open(
                .group(name: "Two", with: clients[..<2].map(\.id)),
                by: trainer.actor
            )
            let expected: [(User, [User])] = [
                // Trainers may write to each other, but can't look each other up.
                (trainer, clients), (otherTrainer, [stranger]),
                (clients[0], [clients[1], trainer]), (clients[1], [clients[0], trainer]), (clients[2], [trainer]),
                (stranger, [otherTrainer]),
            ]
            for (asker, people) in expected {
                let found = try await fixture.services.people.find(for: asker.actor).map(\.user.id)
                #expect(Set(found) == Set(people.map(\.id)), "\(asker.displayName)")
                for person in found {
                    _ = try await fixture.services.chats.open(.direct(with: person), by: asker.actor)
                }
            }
        }
    }

    @Test(arguments: [
        ("", ["Åsa Öberg", "Jörg Straße", "Sara"]), ("asa", ["Åsa Öberg"]), ("ÖBERG", ["Åsa Öberg"]),
        ("sa", ["Sara", "Åsa Öberg"]), ("RÄ", ["Sara", "Jörg Straße"]), (" sara ", ["Sara"]), ("%", []), ("_", []),
        ("CLIENT2@example.com", ["Jörg Straße"]), ("client2@", []), ("nobody", []),
    ])
    func findsByPartOfANameOrAWholeAddress(query: String, names: [String]) async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 3)
            for (client, name) in zip(clients, ["Åsa Öberg", "Jörg Straße", "Sara"]) {
                _ = try await fixture.services.profiles.change(.init(displayName: name), of: client.id)
            }
            let found = try await fixture.services.people.find(query, for: trainer.actor).map(\.user.displayName)
            #expect(Set(found) == Set(names), "\(query)")
        }
    }

    @Test func thoseWhoseNameBeginsSoComeFirst() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 3)
            for (client, name) in zip(clients, ["Lisa", "Sam", "Åsa"]) {
                _ = try await fixture.services.profiles.change(.init(displayName: name), of: client.id)
            }
            let found = try await fixture.services.people.find("s", for: trainer.actor).map(\.user.displayName)
            #expect(found == ["Sam", "Åsa", "Lisa"])
        }
    }

    @Test func isBoundedAndRefusesNonsense() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, _) = try await fixture.studio(clients: 25)
            let people = fixture.services.people
            #expect(try await people.find(for: trainer.actor).count == 20)
            #expect(try await people.find(limit: 1000, for: trainer.actor).count == 20)
            #expect(try await people.find(limit: 3, for: trainer.actor).count == 3)
            #expect(
                await spotterError { _ = try await people.find(limit: 0, for: trainer.actor) }?.code == .invalidRequest
            )
            let long = String(repeating: "x", count: 101)
            #expect(await spotterError { _ = try await people.find(long, for: trainer.actor) }?.code == .invalidRequest)
        }
    }

    @Test func onlyAContactsAddressIsShown() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 2)
            let other = try await fixture.user("other", .trainer)
            _ = try await fixture.services.chats.open(
                .group(name: "All", with: clients.map(\.id) + [other.id]),
                by: trainer.actor
            )
            let people = fixture.services.people
            let seen = try await people.find(for: clients[0].actor)
            #expect(seen.first { $0.user.id == trainer.id }?.email == trainer.email)
            #expect(seen.first { $0.user.id == clients[1].id }.map { $0.email } == .some(nil))
            #expect(try await people.find("other", for: trainer.actor).first?.email == nil)
            #expect(try await people.person(other.id, for: trainer.actor).email == nil)
            #expect(try await people.person(trainer.id, for: trainer.actor).email == trainer.email)
        }
    }

    /// A search by address finds contacts only, or else it would tell who has an account, and whose it is.
    @Test func addressesOfOthersFindNobody() async throws {
        try await MessagingFixture.run { fixture in
            let (_, members) = try await fixture.group(clients: 2)
            let (tess, mike) = (try await fixture.user("tess", .trainer), try await fixture.user("mike", .client))
            let people = fixture.services.people
            for asker in members {
                for address in [tess.email, mike.email] {
                    #expect(try await people.find(address, for: asker.actor).isEmpty)
                }
            }
            #expect(try await people.find(members[2].email, for: members[1].actor).isEmpty, "a peer in the group")
            #expect(try await people.find(members[2].email, for: members[0].actor).count == 1)
            let name = await spotterError { _ = try await people.person(tess.id, for: members[0].actor) }
            #expect(name?.code == .notFound)
        }
    }

    /// Sharing a chat is enough to be looked up, also after the relation has ended.
    @Test func looksUpThoseWhoShareAChatAndHidesAllOthers() async throws {
        try await MessagingFixture.run { fixture in
            let (_, trainer, client) = try await fixture.pair()
            let stranger = try await fixture.user("stranger", .client)
            try await fixture.services.contacts.remove(client.id, by: trainer.actor)
            let people = fixture.services.people
            #expect(try await people.person(client.id, for: trainer.actor).email == nil)
            #expect(try await people.find(for: trainer.actor).isEmpty)
            let foreign = await spotterError { _ = try await people.person(stranger.id, for: trainer.actor) }
            let nobody = await spotterError { _ = try await people.person(UserID(high: 1, low: 2), for: trainer.actor) }
            #expect(foreign?.code == .notFound && foreign == nobody)
        }
    }
}

import Accounts
import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import TestSupport
import Testing

@testable import Contacts

/// A trainer's request looks the same to the trainer, whoever has the address and whatever they do with it.
@Suite struct ContactRequestTests {
    private static let day: Int64 = 86_400

    @Test func nobodyLearnsWhoHasAnAccount() async throws {
        try await MessagingFixture.run { fixture in
            let contacts = fixture.services.contacts
            let alex = try await fixture.user("alex", .trainer)
            _ = try await fixture.user("tess", .trainer)
            let client = try await fixture.user("client", .client)
            let decliner = try await fixture.user("decliner", .client)
            let names = ["client", "decliner", "tess", "alex", "nobody"]
            for name in names { #expect(try await pending(contacts, "\(name)@example.com", by: alex) != nil) }
            let request = try #require(try await contacts.requests(of: decliner).received.first)
            try await contacts.declineRequest(request.id, by: decliner)
            let sent = try await contacts.requests(of: alex).sent
            #expect(Set(sent.map(\.email)) == Set(names.map { "\($0)@example.com" }))
            #expect(Set(sent.map(\.state)) == [.pending] && Set(sent.map(\.at)).count == 1)
            #expect(try await contacts.requests(of: client).received.map(\.userId) == [alex.id])
            // Each is the same when it's repeated.
            for one in sent { #expect(try await pending(contacts, one.email, by: alex) == one) }
        }
    }

    @Test func declinedRequestIsntRepeatedForAWhile() async throws {
        try await MessagingFixture.run { fixture in
            let contacts = fixture.services.contacts
            let alex = try await fixture.user("alex", .trainer)
            let sara = try await fixture.user("sara", .client)
            let first = try #require(try await pending(contacts, sara.email, by: alex))
            try await contacts.declineRequest(first.id, by: sara)
            let again = await spotterError { try await contacts.declineRequest(first.id, by: sara) }
            #expect(again?.code == .notFound)
            for days in [1, 31, 62] {
                fixture.clock.set(MessagingFixture.start.adding(seconds: Int64(days) * Self.day))
                #expect(try await pending(contacts, sara.email, by: alex) != nil)
                #expect(try await contacts.requests(of: sara).received.isEmpty, "\(days) days")
            }
            fixture.clock.set(MessagingFixture.start.adding(seconds: 93 * Self.day))
            try await contacts.deleteExpiredRequests()
            #expect(try await pending(contacts, sara.email, by: alex) != nil)
            #expect(try await contacts.requests(of: sara).received.count == 1)
        }
    }

    @Test func requestsEndAndAreDeleted() async throws {
        try await MessagingFixture.run { fixture in
            let contacts = fixture.services.contacts
            let alex = try await fixture.user("alex", .trainer)
            let sara = try await fixture.user("sara", .client)
            let request = try #require(try await pending(contacts, sara.email, by: alex))
            _ = try #require(try await pending(contacts, "nobody@example.com", by: alex))
            fixture.clock.set(MessagingFixture.start.adding(seconds: 30 * Self.day))
            #expect(try await contacts.requests(of: alex).sent.isEmpty)
            #expect(try await contacts.requests(of: sara).received.isEmpty)
            #expect(
                await spotterError { _ = try await contacts.acceptRequest(request.id, by: sara) }?.code == .notFound
            )
            try await contacts.deleteExpiredRequests()
            #expect(try await fixture.count("SELECT count(*) FROM contact_requests") == 0)
        }
    }

    @Test func onlyTheOwnerOfTheAddressAnswers() async throws {
        try await MessagingFixture.run { fixture in
            let contacts = fixture.services.contacts
            let alex = try await fixture.user("alex", .trainer)
            let (sara, mike) = (try await fixture.user("sara", .client), try await fixture.user("mike", .client))
            let request = try #require(try await pending(contacts, sara.email, by: alex))
            for user in [mike, alex] {
                let taken = await spotterError { _ = try await contacts.acceptRequest(request.id, by: user) }
                let declined = await spotterError { try await contacts.declineRequest(request.id, by: user) }
                #expect(taken?.code == .notFound && declined?.code == .notFound)
            }
            // Whoever takes the address later is asked as well.
            _ = try #require(try await pending(contacts, "zoe@example.com", by: alex))
            let zoe = try await fixture.user("zoe", .client)
            #expect(try await contacts.requests(of: zoe).received.map(\.displayName) == ["alex"])
        }
    }

    @Test func trainerTakesAClientBackUnlessTheyObject() async throws {
        try await MessagingFixture.run { fixture in
            let contacts = fixture.services.contacts
            let (trainer, clients) = try await fixture.studio(clients: 2)
            for client in clients { try await contacts.remove(client.id, by: trainer.actor) }
            guard case .accepted = try await contacts.add(email: clients[0].email, by: trainer.actor) else {
                Issue.record("she had agreed")
                return
            }
            try await contacts.remove(trainer.id, by: clients[1].actor)
            #expect(try await pending(contacts, clients[1].email, by: trainer) != nil)
            #expect(try await contacts.requests(of: clients[1]).received.isEmpty)
        }
    }

    @Test func clientEndsItForGood() async throws {
        try await MessagingFixture.run { fixture in
            let contacts = fixture.services.contacts
            let (trainer, clients) = try await fixture.studio(clients: 1)
            try await contacts.remove(trainer.id, by: clients[0].actor)
            #expect(try await contacts.contacts(of: trainer.actor).isEmpty)
            #expect(try await pending(contacts, clients[0].email, by: trainer) != nil)
            #expect(try await contacts.requests(of: clients[0]).received.isEmpty)
            let error = await spotterError { try await contacts.remove(trainer.id, by: clients[0].actor) }
            #expect(error?.code == .notFound)
        }
    }

    @Test func neitherRequestNorUpgradeGetsAroundABlock() async throws {
        try await MessagingFixture.run { fixture in
            let contacts = fixture.services.contacts
            let (trainer, clients) = try await fixture.studio(clients: 1)
            let (sara, email) = (clients[0], clients[0].email)
            try await fixture.services.blocks.block(trainer.id, by: sara.actor)
            let prospect = try await contacts.addProspect(displayName: "Sara", timezone: nil, by: trainer.actor)
            let request = await spotterError { _ = try await contacts.add(email: email, by: trainer.actor) }
            let upgrade = await spotterError {
                _ = try await contacts.upgradeProspect(prospect.id, email: email, by: trainer.actor)
            }
            #expect(request == .blocked && upgrade == .blocked)
        }
    }

    /// Once the relation is over, the address tells a blocked trainer nothing any more.
    @Test func blockedTrainersRequestLooksPendingAndReachesNobody() async throws {
        try await MessagingFixture.run { fixture in
            let contacts = fixture.services.contacts
            let (trainer, clients) = try await fixture.studio(clients: 1)
            let sara = clients[0]
            try await fixture.services.blocks.block(trainer.id, by: sara.actor)
            try await contacts.remove(sara.id, by: trainer.actor)
            let prospect = try await contacts.addProspect(displayName: "Sara", timezone: nil, by: trainer.actor)
            _ = try await contacts.upgradeProspect(prospect.id, email: sara.email, by: trainer.actor)
            let request = try #require(try await pending(contacts, sara.email, by: trainer))
            #expect(try await contacts.requests(of: sara).received.isEmpty)
            let error = await spotterError { _ = try await contacts.acceptRequest(request.id, by: sara) }
            #expect(error?.code == .notFound)
            #expect(try await contacts.contacts(of: trainer.actor).isEmpty)
        }
    }

    @Test func aTrainerAsksSoManyADay() async throws {
        try await MessagingFixture.run { fixture in
            let contacts = fixture.services.contacts
            let alex = try await fixture.user("alex", .trainer)
            for number in 0..<Contacts.maxRequestsADay {
                #expect(try await pending(contacts, "p\(number)@example.com", by: alex) != nil)
            }
            let error = await spotterError { _ = try await contacts.add(email: "more@example.com", by: alex.actor) }
            #expect(error?.code == .rateLimited)
            #expect(try await pending(contacts, "p0@example.com", by: alex) != nil, "a repeat costs nothing")
            fixture.clock.set(MessagingFixture.start.adding(seconds: Self.day + 1))
            #expect(try await pending(contacts, "more@example.com", by: alex) != nil)
        }
    }

    private func pending(_ contacts: Contacts, _ email: String, by trainer: User) async throws -> SentContactRequest? {
        guard case .pending(let request) = try await contacts.add(email: email, by: trainer.actor) else { return nil }
        return request
    }
}

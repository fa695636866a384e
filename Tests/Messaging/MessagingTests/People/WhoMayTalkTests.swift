import Contacts
import ContactsTestKit
import Domain
import MessagingTestKit
import Testing

@testable import Messaging

/// Contract 1.10, as the server enforces it: for direct chats, groups and added members alike.
@Suite struct WhoMayTalkTests {
    enum Tie: CaseIterable, Sendable { case none, contact, formerContact, group, formerGroup, foreignContact }

    @Test(arguments: Role.allCases, Role.allCases)
    func opensChatsByTie(mine: Role, theirs: Role) async throws {
        for tie in Tie.allCases {
            try await MessagingFixture.run { fixture in
                let me = try await fixture.user("me", mine)
                let them = try await fixture.user("them", theirs)
                guard try await relate(me, them, by: tie, in: fixture) else { return }
                let allowed =
                    switch (mine, theirs) {
                    case (.trainer, .trainer): true
                    case (.client, .client): tie == .group
                    default: tie == .contact
                    }
                let error = await spotterError {
                    _ = try await fixture.services.chats.open(.direct(with: them.id), by: me.actor)
                }
                #expect((error == nil) == allowed, "\(mine) to \(theirs) by \(tie): \(String(describing: error))")
                if !allowed {
                    #expect(error?.code == (mine == .client && theirs == .client ? .notFound : .notAContact))
                }
            }
        }
    }

    @Test func refusesInTheWordsOfTheContract() async throws {
        try await MessagingFixture.run { fixture in
            let client = try await fixture.user("client", .client)
            let trainer = try await fixture.user("trainer", .trainer)
            let error = await spotterError {
                _ = try await fixture.services.chats.open(.direct(with: trainer.id), by: client.actor)
            }
            #expect(error == SpotterError(.notAContact, "This trainer hasn't added you as a client yet"))
        }
    }

    /// A client can't find out which ids belong to other clients.
    @Test func strangersLookLikeNobody() async throws {
        try await MessagingFixture.run { fixture in
            let client = try await fixture.user("client", .client)
            let stranger = try await fixture.user("stranger", .client)
            let toStranger = await spotterError {
                _ = try await fixture.services.chats.open(.direct(with: stranger.id), by: client.actor)
            }
            let toNobody = await spotterError {
                _ = try await fixture.services.chats.open(.direct(with: UserID(high: 1, low: 2)), by: client.actor)
            }
            #expect(toStranger?.code == .notFound && toStranger == toNobody)
        }
    }

    /// A trainer whom somebody has left can't send his other clients after them.
    @Test func groupOfAFormerTrainerReachesNobody() async throws {
        try await MessagingFixture.run { fixture in
            let (_, members) = try await fixture.group(clients: 2)
            let (trainer, leaver, puppet) = (members[0], members[1], members[2])
            try await fixture.services.contacts.remove(trainer.id, by: leaver.actor)
            for actor in [trainer, puppet] {
                let error = await spotterError {
                    _ = try await fixture.services.chats.open(.direct(with: leaver.id), by: actor.actor)
                }
                #expect(error != nil, "\(actor.displayName)")
            }
        }
    }

    /// Whether there is such a relation between two people of these roles.
    private func relate(_ me: User, _ them: User, by tie: Tie, in fixture: MessagingFixture) async throws -> Bool {
        let contacts = fixture.services.contacts
        let pair = [me, them].sorted { $0.role == .trainer && $1.role == .client }
        switch tie {
        case .none: return true
        case .contact, .formerContact:
            guard me.role != them.role else { return false }
            _ = try await contacts.addClient(pair[1], by: pair[0].actor)
            if tie == .formerContact { try await contacts.remove(pair[1].id, by: pair[0].actor) }
            return true
        case .foreignContact:
            // Each is related to somebody else, not to the other.
            let other = try await fixture.user("other", .trainer)
            for user in [me, them] where user.role == .client {
                _ = try await contacts.addClient(user, by: other.actor)
            }
            return true
        case .group, .formerGroup:
            let trainer = try await fixture.user("host", .trainer)
            for user in [me, them] where user.role == .client {
                _ = try await contacts.addClient(user, by: trainer.actor)
            }
            let group = try await fixture.services.chats.open(
                .group(name: "Run club", with: [me.id, them.id]),
                by: trainer.actor
            ).chat
            if tie == .formerGroup { try await fixture.services.chats.remove(me.id, from: group.id, by: trainer.actor) }
            return true
        }
    }
}

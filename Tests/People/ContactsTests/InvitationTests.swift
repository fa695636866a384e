import Accounts
import Domain
import Messaging
import MessagingTestKit
import TestSupport
import Testing

@testable import Contacts

@Suite struct InvitationTests {
    @Test func codeMakesOneRelation() async throws {
        try await MessagingFixture.run { fixture in
            let trainer = try await fixture.user("alex", .trainer)
            let (sara, mike) = (try await fixture.user("sara", .client), try await fixture.user("mike", .client))
            let contacts = fixture.services.contacts
            let (_, code) = try await contacts.invite(email: nil, by: trainer.actor)
            let outcomes = await withTaskGroup(of: ErrorCode?.self) { group in
                for user in [sara, mike] {
                    group.addTask {
                        await spotterError { _ = try await contacts.accept(code: code, by: principal(user)) }?.code
                    }
                }
                return await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
            }
            #expect(Set(outcomes) == [nil, .expired])
            #expect(try await contacts.contacts(of: trainer.actor).count == 1)
        }
    }

    @Test func codeIsForItsAddressUntilItEnds() async throws {
        try await MessagingFixture.run { fixture in
            let trainer = try await fixture.user("alex", .trainer)
            let (sara, mike) = (try await fixture.user("sara", .client), try await fixture.user("mike", .client))
            let contacts = fixture.services.contacts
            let (invitation, code) = try await contacts.invite(email: "SARA@example.com", by: trainer.actor)
            func accept(_ user: User, _ code: Secret) async -> ErrorCode? {
                let error = await spotterError { _ = try await contacts.accept(code: code, by: principal(user)) }
                return error?.code
            }
            #expect(await accept(trainer, code) == .forbidden)
            #expect(await accept(mike, code) == .notFound)
            #expect(await accept(sara, Secret("sp_i_guess")) == .notFound)
            fixture.clock.set(invitation.expiresAt)
            #expect(await accept(sara, code) == .expired)
            fixture.clock.set(MessagingFixture.start.adding(seconds: -Timestamp.toleratedStepBackSeconds - 1))
            #expect(await accept(sara, code) == .expired, "the clock went back to before it was made")
            fixture.clock.set(invitation.expiresAt.adding(milliseconds: -1))
            #expect(await accept(sara, code) == nil)
            #expect(try await contacts.contacts(of: sara.actor).map(\.userId) == [trainer.id])
        }
    }

    @Test func revokedAndForeignInvitationsDontExist() async throws {
        try await MessagingFixture.run { fixture in
            let (alex, tess) = (try await fixture.user("alex", .trainer), try await fixture.user("tess", .trainer))
            let sara = try await fixture.user("sara", .client)
            let contacts = fixture.services.contacts
            let (invitation, code) = try await contacts.invite(email: nil, by: alex.actor)
            #expect(try await contacts.invitations(of: alex.actor) == [invitation])
            #expect(try await contacts.invitations(of: tess.actor).isEmpty)
            let foreign = await spotterError { try await contacts.revokeInvitation(invitation.id, by: tess.actor) }
            #expect(foreign?.code == .notFound)
            try await contacts.revokeInvitation(invitation.id, by: alex.actor)
            let error = await spotterError { _ = try await contacts.accept(code: code, by: principal(sara)) }
            #expect(error?.code == .notFound)
        }
    }

    @Test func onlyTheOperatorInvitesTrainers() async throws {
        try await MessagingFixture.run { fixture in
            let alex = try await fixture.user("alex", .trainer)
            let error = await spotterError {
                _ = try await fixture.services.contacts.invite(email: nil, role: .trainer, by: alex.actor)
            }
            #expect(error?.code == .forbidden)
        }
    }

    @Test func codeDoesntGetAroundABlock() async throws {
        try await MessagingFixture.run { fixture in
            let (_, trainer, client) = try await fixture.pair()
            let contacts = fixture.services.contacts
            try await contacts.remove(client.id, by: trainer.actor)
            let (_, code) = try await contacts.invite(email: nil, by: trainer.actor)
            try await fixture.services.blocks.block(client.id, by: trainer.actor)
            let error = await spotterError { _ = try await contacts.accept(code: code, by: principal(client)) }
            #expect(error == .blocked)
            try await fixture.services.blocks.unblock(client.id, by: trainer.actor)
            _ = try await contacts.accept(code: code, by: principal(client))
        }
    }

    private func principal(_ user: User) -> Principal {
        Principal(user: user, sessionId: SessionID(high: 0, low: 0))
    }
}

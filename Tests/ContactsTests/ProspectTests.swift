import Accounts
import Domain
import Messaging
import MessagingTestKit
import Storage
import TestSupport
import Testing

@testable import Contacts

@Suite struct ProspectTests {
    @Test func upgradeMovesRelationAndCalendarTogether() async throws {
        try await MessagingFixture.run { fixture in
            let trainer = try await fixture.user("alex", .trainer)
            let client = try await fixture.user("nina", .client)
            let contacts = fixture.services.contacts
            let prospect = try await contacts.addProspect(
                displayName: " Nina ",
                timezone: "America/New_York",
                by: trainer.actor
            )
            #expect(prospect.displayName == "Nina")
            try await addEvent(with: prospect.id, of: trainer.id, in: fixture)
            // Nobody has this address, so nothing may have changed.
            #expect(
                await spotterError {
                    _ = try await contacts.upgradeProspect(prospect.id, email: "no@example.com", by: trainer.actor)
                }?.code == .notFound
            )
            #expect(try await contacts.prospects(of: trainer.actor) == [prospect])
            _ = try await contacts.upgradeProspect(prospect.id, email: client.email, by: trainer.actor)
            #expect(try await contacts.prospects(of: trainer.actor) == [])
            #expect(try await contacts.contacts(of: trainer.actor).map(\.userId) == [client.id])
            #expect(
                try await fixture.count(
                    "SELECT count(*) FROM calendar_events WHERE client_id = $1 AND prospect_id IS NULL",
                    client.id
                ) == 1
            )
            #expect(
                await spotterError { try await contacts.deleteProspect(prospect.id, by: trainer.actor) }?.code
                    == .notFound
            )
        }
    }

    @Test func prospectsOfOthersDontExist() async throws {
        try await MessagingFixture.run { fixture in
            let alex = try await fixture.user("alex", .trainer)
            let mike = try await fixture.user("mike", .trainer)
            let contacts = fixture.services.contacts
            let prospect = try await contacts.addProspect(displayName: "Nina", timezone: nil, by: alex.actor)
            let deletion = await spotterError { try await contacts.deleteProspect(prospect.id, by: mike.actor) }
            let nothing = await spotterError {
                try await contacts.deleteProspect(ProspectID(high: 1, low: 1), by: mike.actor)
            }
            #expect(deletion?.code == .notFound && deletion == nothing)
            #expect(try await contacts.prospects(of: mike.actor) == [])
            try await addEvent(with: prospect.id, of: alex.id, in: fixture)
            try await contacts.deleteProspect(prospect.id, by: alex.actor)
            #expect(try await contacts.prospects(of: alex.actor) == [])
        }
    }

    private func addEvent(with prospect: ProspectID, of trainer: UserID, in fixture: MessagingFixture) async throws {
        try await fixture.database.write { connection in
            _ = try connection.execute(
                """
                INSERT INTO calendar_events (id, trainer_id, event_type, title, prospect_id, starts_at, ends_at, status,
                    created_by, created_at) VALUES ($1, $2, 'call', 'Call', $3, 1, 2, 'scheduled', 'manual', 0)
                """,
                EventID(high: 7, low: 7),
                trainer,
                prospect
            )
        }
    }
}

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
            fixture.clock.set(invitation.expiresAt.adding(milliseconds: -1))
            #expect(await accept(sara, code) == nil)
            #expect(try await contacts.contacts(of: sara.actor).map(\.userId) == [trainer.id])
        }
    }

    private func principal(_ user: User) -> Principal {
        Principal(user: user, sessionId: SessionID(high: 0, low: 0))
    }
}

import Accounts
import Contacts
import Domain
import Messaging
import MessagingTestKit
import SchedulingTestKit
import Storage
import TestSupport
import Testing

@testable import Scheduling

@Suite struct ProspectTests {
    @Test func upgradeMovesRelationAndCalendarTogether() async throws {
        try await MessagingFixture.run(with: [.scheduling]) { fixture in
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
            // Nobody has agreed, so nothing may have changed.
            let nobody = try await contacts.upgradeProspect(prospect.id, email: "no@example.com", by: trainer.actor)
            let asked = try await contacts.upgradeProspect(prospect.id, email: client.email, by: trainer.actor)
            guard case .pending = nobody, case .pending(let request) = asked else {
                Issue.record("she hasn't agreed")
                return
            }
            #expect(try await contacts.prospects(of: trainer.actor) == [prospect])
            #expect(try await contacts.contacts(of: trainer.actor).isEmpty)
            _ = try await contacts.acceptRequest(request.id, by: client)
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
        try await MessagingFixture.run(with: [.scheduling]) { fixture in
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

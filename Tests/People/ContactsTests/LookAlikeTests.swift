import Accounts
import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Contacts

/// Among one trainer's people nobody passes for another by letters that look alike. The same name is allowed: who is meant is
/// asked then.
@Suite struct LookAlikeTests {
    private func named(_ user: User, _ name: String, in fixture: MessagingFixture) async throws -> User {
        try await fixture.services.profiles.change(Profile.Change(displayName: name), of: user.id).user
    }

    @Test func aNewClientCannotLookLikeAnother() async throws {
        try await MessagingFixture.run { fixture in
            let alex = try await fixture.user("alex", .trainer)
            let coco = try await named(try await fixture.user("coco", .client), "Coco", in: fixture)
            let fake = try await named(
                try await fixture.user("fake", .client),
                "\u{421}\u{43E}\u{441}\u{43E}",
                in: fixture
            )
            let same = try await named(try await fixture.user("same", .client), "coco", in: fixture)
            let contacts = fixture.services.contacts
            func accept(_ user: User) async throws -> SpotterError? {
                let (_, code) = try await contacts.invite(email: nil, by: alex.actor)
                return await spotterError { _ = try await contacts.accept(code: code, by: principal(user)) }
            }
            #expect(try await accept(coco) == nil)
            let refused = try await accept(fake)
            #expect(refused?.code == .invalidRequest && refused?.message.contains("name") == true)
            #expect(refused?.message.contains("Coco") == false, "clients don't know one another")
            #expect(try await accept(same) == nil)
            #expect(try await contacts.contacts(of: alex.actor).count == 2)
        }
    }

    @Test func nobodyTakesTheLooksOfAnotherLater() async throws {
        try await MessagingFixture.run { fixture in
            let alex = try await named(try await fixture.user("alex", .trainer), "Coach", in: fixture)
            let (coco, other) = (try await fixture.user("coco", .client), try await fixture.user("other", .client))
            _ = try await named(coco, "Coco", in: fixture)
            for client in [coco, other] { _ = try await fixture.services.contacts.addClient(client, by: alex.actor) }
            let cyrillic = "\u{421}\u{43E}\u{441}\u{43E}"
            let cases = [(other, cyrillic, "else"), (alex, cyrillic, "Coco"), (other, "Co\u{251}ch", "Coach")]
            for (user, name, whose) in cases {
                let error = await spotterError { _ = try await named(user, name, in: fixture) }
                #expect(error?.code == .invalidRequest, "\(name)")
                #expect(error?.message.contains(whose) == true, "\(name): \(error?.message ?? "")")
            }
            // Whoever is of another trainer isn't taken for them.
            let stranger = try await fixture.user("stranger", .client)
            #expect(try await named(stranger, cyrillic, in: fixture).displayName == cyrillic)
        }
    }

    @Test func whoIsTakenBackIsRefusedAlike() async throws {
        try await MessagingFixture.run { fixture in
            let contacts = fixture.services.contacts
            let alex = try await fixture.user("alex", .trainer)
            let (coco, other) = (try await fixture.user("coco", .client), try await fixture.user("other", .client))
            _ = try await named(coco, "Coco", in: fixture)
            for client in [coco, other] { _ = try await contacts.addClient(client, by: alex.actor) }
            try await contacts.remove(other.id, by: alex.actor)
            _ = try await named(other, "\u{421}\u{43E}\u{441}\u{43E}", in: fixture)
            let error = await spotterError { _ = try await contacts.add(email: other.email, by: alex.actor) }
            #expect(error?.code == .invalidRequest && error?.message.contains("name") == true)
            #expect(error?.message.contains("Coco") == true, "the trainer knows both")
            #expect(try await contacts.contacts(of: alex.actor).map(\.userId) == [coco.id])
        }
    }

    @Test func registeringByACodeIsRefusedAlike() async throws {
        try await MessagingFixture.run { fixture in
            let alex = try await fixture.user("alex", .trainer)
            let coco = try await named(try await fixture.user("coco", .client), "Coco", in: fixture)
            _ = try await fixture.services.contacts.addClient(coco, by: alex.actor)
            let (_, code) = try await fixture.services.contacts.invite(email: nil, by: alex.actor)
            func register(_ name: String, _ email: String) async -> SpotterError? {
                await spotterError {
                    _ = try await fixture.services.accounts.register(
                        .init(email: email, password: Secret("secret"), displayName: name, role: .client),
                        invite: code
                    )
                }
            }
            let named = await register("\u{421}\u{43E}\u{441}\u{43E}", "new@example.com")
            #expect(named?.code == .invalidRequest && named?.message.contains("name") == true)
            #expect(named?.message.contains("Coco") == false)
            let addressed = await register("New", "\u{441}\u{43E}\u{441}\u{43E}@example.com")
            #expect(addressed?.code == .invalidRequest && addressed?.message.contains("address") == true)
            // The code is still good.
            #expect(await register("New", "new@example.com") == nil)
        }
    }

    private func principal(_ user: User) -> Principal {
        Principal(user: user, sessionId: SessionID(high: 0, low: 0))
    }
}

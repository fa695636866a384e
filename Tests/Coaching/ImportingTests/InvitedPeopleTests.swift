import Accounts
import Contacts
import Domain
import Messaging
import SpotterAPI
import Testing

@testable import Importing

/// People who have no account: their messages wait for them, and nobody else gets them.
@Suite struct InvitedPeopleTests {
    private static let text = """
        [01/02/2026, 10:00:00] Alex: hello
        [13/02/2026, 10:01:00] Sara Lind: hi coach
        """

    private let alex = Lines.alex.replacing(#""role""#, with: #""password":"lighthouse","role""#)
    private static let options = ImportOptions(
        invitesMissing: true,
        whatsApp: WhatsAppOptions(
            members: [
                .init(name: "Alex", email: "alex@example.com"), .init(name: "Sara Lind", email: "sara@example.com"),
            ],
            timezone: "Europe/Stockholm"
        )
    )

    private func register(_ world: ImportFixture, _ email: String, _ code: Secret?, role: Role = .client) async throws
        -> User
    {
        try await world.messaging.accounts.register(
            .init(email: email, password: Secret("lighthouse"), displayName: "Sara L.", role: role),
            invite: code
        ).user
    }

    @Test func theCodeOpensTheAccountThatWaits() async throws {
        try await ImportFixture.with { world in
            _ = try await world.run(Lines.file([alex]))
            var plain = Self.options
            plain.invitesMissing = false
            #expect(try await world.failure(Self.text, plain)?.reason.contains("sara@example.com") == true)
            var dry = Self.options
            dry.isDryRun = true
            #expect(try await world.run(Self.text, dry).invited.map(\.code) == [nil])
            #expect(try await world.user("sara@example.com") == nil)

            let report = try await world.run(Self.text, Self.options)
            let invited = try #require(report.invited.first)
            #expect(report.invited.count == 1 && invited.email == "sara@example.com")
            #expect(invited.displayName == "Sara Lind" && report.users.added == 1 && report.messages.added == 2)
            let waiting = try #require(try await world.user("sara@example.com"))
            #expect(try await world.run(Self.text, Self.options).invited == [], "the first code still holds")

            // Neither the name, the address alone, nor the code with another address or role opens it.
            for (email, code, role) in [
                ("sara@example.com", nil, .client), ("sara@example.com", Secret("sp_i_guess"), .client),
                ("eve@example.com", invited.code, .client), ("sara@example.com", invited.code, .trainer),
            ] as [(String, Secret?, Role)] {
                await #expect(throws: SpotterError.self) { _ = try await register(world, email, code, role: role) }
            }
            let sara = try await register(world, "sara@example.com", invited.code)
            #expect(sara.id == waiting.id && sara.displayName == "Sara L.")
            let chats = try await world.chats(of: "sara@example.com")
            #expect(chats.first?.lastMessage?.text == "hi coach" && chats.first?.unread == 0)
            let alex = try #require(try await world.user("alex@example.com"))
            let contacts = try await world.messaging.contacts.contacts(of: Actor(userId: alex.id, role: .trainer))
            #expect(contacts.map(\.userId) == [sara.id], "she is his client at once")
            await #expect(throws: SpotterError.self) {
                _ = try await register(world, "sara@example.com", invited.code)
            }
            #expect(try await world.run(Self.text, Self.options).addsNothing)
        }
    }

    @Test func anAccountThatSomebodyUsesIsNeverOpened() async throws {
        try await ImportFixture.with { world in
            _ = try await world.run(Lines.file([alex]))
            let code = try #require(try await world.run(Self.text, Self.options).invited.first?.code)
            _ = try await world.messaging.accounts.resetPassword(of: "sara@example.com", to: Secret("mine alone"))
            await #expect(throws: SpotterError.self) { _ = try await register(world, "sara@example.com", code) }
            _ = try await world.messaging.accounts.login(email: "sara@example.com", password: Secret("mine alone"))
        }
    }
}

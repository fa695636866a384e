import Contacts
import Domain
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Accounts

@Suite struct AdministrationTests {
    private static let password = Secret("secret-client1")
    private static let token = AdminActor.token(id: "9f86d081884c")

    // MARK: Disabled accounts

    @Test func disablingEndsEverySessionAndRefusesLogIns() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let client = try await fixture.pair().client
            let grant = try await accounts.login(email: client.email, password: Self.password)
            let principal = try await accounts.authenticate(grant.accessToken)
            let device = try await RecordingConnection.attach(client, session: principal.sessionId, in: fixture)
            let reset = try await accounts.issueReset(for: client.email)
            let user = try await change(client, .init(disabled: true), in: fixture)
            #expect(user.state == .disabled && user.disabledAt == fixture.clock.now() && user.sessions == 0)
            try await fixture.settled()
            #expect(device.isRevoked)
            let refusals = [
                await spotterError { _ = try await accounts.authenticate(grant.accessToken) },
                await spotterError { _ = try await accounts.refresh(grant.refreshToken) },
                await spotterError { try await accounts.requireLive(principal.sessionId) },
                await spotterError {
                    try await accounts.resetPassword(with: reset.resetToken, to: Secret("another-one"))
                },
                await spotterError { _ = try await accounts.login(email: client.email, password: Self.password) },
                // Whoever doesn't know the password isn't told.
                await spotterError { _ = try await accounts.login(email: client.email, password: Secret("guess!")) },
            ]
            #expect(
                refusals.map { $0?.code } == [
                    .unauthorized, .unauthorized, .unauthorized, .unauthorized, .accountDisabled, .invalidCredentials,
                ]
            )
        }
    }

    /// A log-in whose password was checked before the account was disabled opens no session.
    @Test func aLogInThatIsOvertakenFails() async throws {
        try await MessagingFixture.run { fixture in
            let client = try await fixture.pair().client
            let stored = try await fixture.database.read { connection in
                try connection.first("SELECT password_hash FROM users WHERE id = $1", client.id) { try $0.text(0) }
            }
            let hash = try #require(stored)
            _ = try await change(client, .init(disabled: true), in: fixture)
            let error = await spotterError {
                _ = try await fixture.services.accounts.openSession(for: client, provenBy: hash, deviceName: "")
            }
            #expect(error?.code == .accountDisabled)
        }
    }

    @Test func enablingLetsThemLogInAgain() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, _, client) = try await fixture.pair()
            try await fixture.send("kept", "1", to: chat, by: client)
            _ = try await change(client, .init(disabled: true), in: fixture)
            let user = try await change(client, .init(disabled: false), in: fixture)
            #expect(user.state == .active && user.disabledAt == nil && user.usage.messages == 1)
            _ = try await fixture.services.accounts.login(email: client.email, password: Self.password)
        }
    }

    @Test func nobodyOpensANewChatWithThem() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 3)
            let chats = fixture.services.chats
            let old = try await chats.open(.direct(with: clients[0].id), by: trainer.actor).chat
            _ = try await change(clients[0], .init(disabled: true), in: fixture)
            _ = try await change(clients[1], .init(disabled: true), in: fixture)
            // What there is stays.
            #expect(try await chats.open(.direct(with: clients[0].id), by: trainer.actor).chat.id == old.id)
            try await fixture.send("still there", "1", to: old.id, by: trainer)
            let new = await spotterError { _ = try await chats.open(.direct(with: clients[1].id), by: trainer.actor) }
            let group = await spotterError {
                _ = try await chats.open(.group(name: "All", with: clients.map(\.id)), by: trainer.actor)
            }
            #expect([new?.code, group?.code] == [.forbidden, .forbidden])
            let found = try await fixture.services.people.find("client", for: trainer.actor)
            #expect(found.map(\.user.id) == [clients[2].id])
        }
    }

    // MARK: Names, addresses, roles

    @Test func renamingPublishesTheNameAndMovesTheLogIn() async throws {
        try await MessagingFixture.run { fixture in
            let (_, trainer, client) = try await fixture.pair()
            let session = try await fixture.services.accounts.login(email: client.email, password: Self.password)
            let user = try await change(
                client,
                .init(displayName: " Sara ", email: "Sara@Example.org"),
                in: fixture
            )
            #expect(user.displayName == "Sara" && user.email == "sara@example.org")
            _ = try await fixture.services.accounts.authenticate(session.accessToken)
            _ = try await fixture.services.accounts.login(email: "sara@example.org", password: Self.password)
            let taken = await spotterError { _ = try await change(client, .init(email: trainer.email), in: fixture) }
            #expect(taken?.code == .emailTaken)
            let details = try await AdminLog(database: fixture.database, clock: fixture.clock).entries().map(\.detail)
            #expect(details.first == "displayName, email")
        }
    }

    @Test func aRoleChangesOnlyWhereNothingDependsOnIt() async throws {
        try await MessagingFixture.run { fixture in
            let (_, members) = try await fixture.group(clients: 2)
            let (trainer, client) = (members[0], members[1])
            _ = try await fixture.services.contacts.addProspect(
                displayName: "Nina",
                timezone: nil,
                by: trainer.actor
            )
            let error = await spotterError { _ = try await change(trainer, .init(role: .client), in: fixture) }
            #expect(error?.code == .conflict)
            for obstacle in ["clients (2)", "prospects (1)", "groups led by them (1)"] {
                #expect(error?.message.contains(obstacle) == true)
            }
            let related = await spotterError { _ = try await change(client, .init(role: .trainer), in: fixture) }
            #expect(related?.message.contains("trainers (1)") == true)
            try await fixture.services.contacts.remove(client.id, by: trainer.actor)
            let grant = try await fixture.services.accounts.login(email: client.email, password: Self.password)
            #expect(try await change(client, .init(role: .trainer), in: fixture).role == .trainer)
            let ended = await spotterError { _ = try await fixture.services.accounts.authenticate(grant.accessToken) }
            #expect(ended?.code == .unauthorized)
        }
    }

    // MARK: Lists

    @Test func listsArePagedAndFiltered() async throws {
        try await MessagingFixture.run { fixture in
            let (trainer, clients) = try await fixture.studio(clients: 4)
            _ = try await change(clients[2], .init(disabled: true), in: fixture)
            var (names, after, pages) = ([String](), UserID?.none, 0)
            repeat {
                let page = try await fixture.administration.users(after: after, limit: 2)
                names += page.users.map(\.displayName)
                after = page.next
                pages += 1
            } while after != nil
            #expect(names == [trainer.displayName] + clients.map(\.displayName) && pages == 3)
            func found(_ filter: AccountAdministration.Filter) async throws -> [UserID] {
                try await fixture.administration.users(filter).users.map(\.id)
            }
            #expect(try await found(.init(role: .trainer)) == [trainer.id])
            #expect(try await found(.init(state: .disabled)) == [clients[2].id])
            #expect(try await found(.init(query: "IENT3@")) == [clients[2].id])
            for query in ["%", "_", "\\", "'"] { #expect(try await found(.init(query: query)) == []) }
            let limits = [0, 201, Int.min, Int.max]
            for limit in limits {
                let error = await spotterError { _ = try await fixture.administration.users(limit: limit) }
                #expect(error?.code == .invalidRequest)
            }
        }
    }

    @Test func sessionsAreListedAndEnded() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let (_, trainer, client) = try await fixture.pair()
            let first = try await accounts.login(email: client.email, password: Self.password, deviceName: "phone")
            let second = try await accounts.login(email: client.email, password: Self.password, deviceName: "laptop")
            let sessions = try await fixture.administration.sessions(of: client.email)
            #expect(Set(sessions.map(\.deviceName)) == ["phone", "laptop"])
            let phone = try #require(sessions.first { $0.deviceName == "phone" }?.id)
            // Another account's session isn't there.
            let foreign = await spotterError {
                try await fixture.administration.endSessions(of: trainer.email, only: phone, by: .folder)
            }
            #expect(foreign?.code == .notFound)
            try await fixture.administration.endSessions(of: "\(client.id)", only: phone, by: .folder)
            let gone = await spotterError { _ = try await accounts.authenticate(first.accessToken) }
            #expect(gone?.code == .unauthorized)
            _ = try await accounts.authenticate(second.accessToken)
            try await fixture.administration.endSessions(of: client.email, by: .folder)
            #expect(try await fixture.administration.sessions(of: client.email) == [])
        }
    }

    // MARK: The log

    @Test func everyActIsLoggedWithoutSecretsOrNames() async throws {
        try await MessagingFixture.run { fixture in
            let administration = fixture.administration
            let log = AdminLog(database: fixture.database, clock: fixture.clock)
            let request = CreateUserRequest(
                email: "Zoe@example.com",
                displayName: "Zoe",
                role: .client,
                password: Secret("secret-zoe")
            )
            let zoe = try await administration.create(request, by: Self.token)
            #expect(zoe.email == "zoe@example.com" && zoe.lastActiveAt == nil)
            let name = zoe.id.description
            _ = try await administration.change(.init(displayName: "Zoë"), of: name, by: Self.token)
            _ = try await administration.change(.init(role: .trainer), of: name, by: Self.token)
            for disabled in [true, true, false] {
                _ = try await administration.change(.init(disabled: disabled), of: name, by: Self.token)
            }
            _ = try await administration.setPassword(of: name, to: Secret("secret-zoe-2"), by: Self.token)
            let reset = try await administration.issueReset(for: name, by: Self.token)
            try await administration.endSessions(of: name, by: Self.token)
            try await administration.delete(name, by: Self.token)
            let entries = try await log.entries()
            let acts: [AdminLog.Act] = [
                .deleteUser, .endSessions, .issueReset, .setPassword, .enableUser, .disableUser, .changeRole,
                .renameUser, .createUser,
            ]
            #expect(entries.map(\.action) == acts.map(\.rawValue))
            #expect(entries.allSatisfy { $0.actor == "token 9f86d081884c" && $0.userId == zoe.id })
            let text = entries.map { "\($0)" }.joined().lowercased()
            for word in ["zoe@", "zoe ", "zoë", "secret", reset.resetToken.reveal().lowercased()] {
                #expect(!text.contains(word), "\(word)")
            }
            #expect(try await log.entries(before: entries[1].number, limit: 1) == [entries[2]])
        }
    }

    @Test(arguments: ["UPDATE admin_log SET actor = 'nobody'", "DELETE FROM admin_log"])
    func theLogOnlyGrows(statement: String) async throws {
        try await MessagingFixture.run { fixture in
            _ = try await fixture.services.adminTokens.replace()
            await #expect(throws: (any Error).self) {
                try await fixture.database.write { _ = try $0.execute(statement) }
            }
            #expect(try await fixture.count("SELECT count(*) FROM admin_log") == 1)
        }
    }

    /// A refused change leaves no trace, in the log neither.
    @Test func aRefusedChangeIsNotHalfDone() async throws {
        try await MessagingFixture.run { fixture in
            let (_, trainer, client) = try await fixture.pair()
            let change = ChangeUserRequest(disabled: true, displayName: "Other", email: trainer.email)
            let error = await spotterError { _ = try await self.change(client, change, in: fixture) }
            #expect(error?.code == .emailTaken)
            let user = try await fixture.administration.user(client.email)
            #expect(user.state == .active && user.displayName == client.displayName)
            #expect(try await fixture.count("SELECT count(*) FROM admin_log") == 0)
        }
    }

    // MARK: Deleting, and tokens

    @Test func deletionTakesEverythingAlong() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            try await fixture.send("gone", "1", to: chat, by: client)
            try await fixture.administration.delete(client.email, by: .folder)
            let history = try await fixture.services.chats.history(of: chat, for: trainer.actor)
            #expect(history.messages.first?.text == "")
            for name in [client.email, "\(client.id)", "nobody", ""] {
                let error = await spotterError { _ = try await fixture.administration.user(name) }
                #expect(error?.code == .notFound)
            }
        }
    }

    @Test func onlyTheLatestTokenIsAnAdministrators() async throws {
        try await MessagingFixture.run { fixture in
            let tokens = fixture.services.adminTokens
            #expect(try await tokens.actor(of: Secret("")) == nil)
            let (old, new) = (try await tokens.replace(), try await tokens.replace())
            #expect(try await tokens.actor(of: old) == nil)
            #expect(try await tokens.actor(of: new)?.name.hasPrefix("token ") == true)
            #expect(try await tokens.actor(of: Secret(new.reveal() + " ")) == nil)
            #expect(try await tokens.actor(of: Secret(String(new.reveal().dropLast()))) == nil)
        }
    }

    private func change(
        _ user: User,
        _ change: ChangeUserRequest,
        in fixture: MessagingFixture
    ) async throws -> AdminUser {
        try await fixture.administration.change(change, of: "\(user.id)", by: Self.token)
    }
}

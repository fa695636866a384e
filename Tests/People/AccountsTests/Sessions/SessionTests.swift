import Domain
import Live
import Messaging
import MessagingTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Accounts

@Suite struct SessionTests {
    /// Whoever goes beyond a limit doesn't take from others what a refusal would cost.
    @Test func whoIsNotAdmittedCostsNoStatement() async throws {
        try await MessagingFixture.runCounted { fixture, database in
            let accounts = fixture.services.accounts
            let alex = try await register(in: fixture)
            let refusal = SpotterError(.rateLimited, "Wait.")
            var asked: [UserID] = []
            let first = try await accounts.authenticate(alex.accessToken)
            _ = database.take()
            let error = await spotterError {
                _ = try await accounts.authenticate(alex.accessToken) { user, session in
                    asked.append(user)
                    #expect(session == first.sessionId)
                    throw refusal
                }
            }
            #expect(error?.code == .rateLimited && asked == [alex.user.id])
            #expect(database.take() == .init())
            _ = try await accounts.authenticate(alex.accessToken) { _, _ in }
            #expect(database.take().jobs == 1)
        }
    }

    /// A used refresh token may have been stolen: its session ends, other sessions don't.
    @Test(arguments: [false, true])
    func reuseRevokesTheFamily(afterRestart: Bool) async throws {
        try await MessagingFixture.run { fixture in
            let first = try await register(in: fixture)
            let other = try await fixture.services.accounts.login(
                email: "alex@example.com",
                password: Secret("secret")
            )
            let second = try await fixture.services.accounts.refresh(first.refreshToken)
            _ = try await fixture.services.accounts.authenticate(second.accessToken)
            fixture.clock.advance(milliseconds: Accounts.refreshGraceSeconds * 1000)

            let fixture = afterRestart ? try await fixture.reopened() : fixture
            let accounts = fixture.services.accounts
            let session = try await accounts.authenticate(second.accessToken).sessionId
            let device = try await RecordingConnection.attach(first.user, session: session, in: fixture)
            #expect(await spotterError { _ = try await accounts.refresh(first.refreshToken) }?.code == .refreshReused)
            try await fixture.settled()
            #expect(device.isRevoked)
            for token in [first.accessToken, second.accessToken] {
                #expect(await spotterError { _ = try await accounts.authenticate(token) }?.code == .unauthorized)
            }
            #expect(await spotterError { _ = try await accounts.refresh(second.refreshToken) }?.code == .unauthorized)
            _ = try await accounts.authenticate(other.accessToken)
            _ = try await accounts.refresh(other.refreshToken)
        }
    }

    @Test func tokensExpireAfterTheirTime() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let credentials = try await register(in: fixture)
            #expect(credentials.expiresAt == MessagingFixture.start.adding(seconds: Accounts.accessLifetimeSeconds))
            fixture.clock.set(credentials.expiresAt.adding(milliseconds: -1))
            _ = try await accounts.authenticate(credentials.accessToken)
            fixture.clock.set(credentials.expiresAt)
            #expect(
                await spotterError { _ = try await accounts.authenticate(credentials.accessToken) }?.code
                    == .tokenExpired
            )
            fixture.clock.set(MessagingFixture.start.adding(seconds: Accounts.refreshLifetimeSeconds))
            #expect(
                await spotterError { _ = try await accounts.refresh(credentials.refreshToken) }?.code == .unauthorized
            )
        }
    }

    @Test func logoutEndsThisSessionOnly() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let credentials = try await register(in: fixture)
            let other = try await accounts.login(email: "alex@example.com", password: Secret("secret"))
            let session = try await accounts.authenticate(credentials.accessToken).sessionId
            let otherSession = try await accounts.authenticate(other.accessToken).sessionId
            let device = try await RecordingConnection.attach(credentials.user, session: session, in: fixture)
            let otherDevice = try await RecordingConnection.attach(credentials.user, session: otherSession, in: fixture)
            try await accounts.logout(session)
            try await fixture.settled()
            #expect(device.isRevoked && !otherDevice.isRevoked)
            let reopened = try await fixture.reopened().services.accounts
            #expect(
                await spotterError { _ = try await reopened.authenticate(credentials.accessToken) }?.code
                    == .unauthorized
            )
            #expect(
                await spotterError { _ = try await reopened.refresh(credentials.refreshToken) }?.code
                    == .unauthorized
            )
            _ = try await reopened.authenticate(other.accessToken)
        }
    }

    @Test func passwordResetEndsAllSessions() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let credentials = try await register(in: fixture)
            let session = try await accounts.authenticate(credentials.accessToken).sessionId
            let device = try await RecordingConnection.attach(credentials.user, session: session, in: fixture)
            _ = try await accounts.resetPassword(of: "Alex@example.com", to: Secret("another"))
            try await fixture.settled()
            #expect(device.isRevoked)
            #expect(
                await spotterError { _ = try await accounts.authenticate(credentials.accessToken) }?.code
                    == .unauthorized
            )
            #expect(
                await spotterError {
                    _ = try await accounts.login(email: "alex@example.com", password: Secret("secret"))
                }?.code == .invalidCredentials
            )
            _ = try await accounts.login(email: "alex@example.com", password: Secret("another"))
        }
    }

    /// Neither tokens nor passwords are on disk in clear.
    @Test func storesOnlyHashes() async throws {
        try await MessagingFixture.run { fixture in
            let credentials = try await register(in: fixture)
            for secret in [credentials.accessToken, credentials.refreshToken, Secret("secret")] {
                let text = secret.reveal()
                #expect(try await fixture.count("SELECT count(*) FROM tokens WHERE hash = $1", Array(text.utf8)) == 0)
                let containing = "SELECT count(*) FROM users WHERE password_hash <> replace(password_hash, $1, '')"
                #expect(try await fixture.count(containing, text) == 0)
            }
        }
    }

    private func register(in fixture: MessagingFixture) async throws -> AuthGrant {
        try await fixture.services.accounts.register(
            .init(email: "alex@example.com", password: Secret("secret"), displayName: "Alex", role: .trainer)
        )
    }
}

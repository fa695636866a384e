import Domain
import Live
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Accounts

@Suite struct PasswordTests {
    @Test func changeKeepsThisSessionAndEndsTheOthers() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let (here, there) = (try await register(in: fixture), try await login(in: fixture))
            let mine = try await accounts.authenticate(here.accessToken)
            let other = try await accounts.authenticate(there.accessToken)
            let near = try await RecordingConnection.attach(here.user, session: mine.sessionId, in: fixture)
            let far = try await RecordingConnection.attach(here.user, session: other.sessionId, in: fixture)
            try await accounts.changePassword(from: Secret("secret"), to: Secret("another"), by: mine)
            try await fixture.settled()
            #expect(far.isRevoked && !near.isRevoked)
            _ = try await accounts.authenticate(here.accessToken)
            _ = try await accounts.refresh(here.refreshToken)
            #expect(
                await spotterError { _ = try await accounts.authenticate(there.accessToken) }?.code == .unauthorized
            )
            #expect(await spotterError { _ = try await accounts.refresh(there.refreshToken) }?.code == .unauthorized)
            #expect(await spotterError { _ = try await login(in: fixture) }?.code == .invalidCredentials)
            _ = try await login("another", in: fixture)
        }
    }

    @Test(arguments: [
        ("wrong-", "another", ErrorCode.invalidCredentials), ("", "another", .invalidCredentials),
        ("secret", "12345", .invalidRequest),
    ])
    func refusesAndChangesNothing(current: String, new: String, code: ErrorCode) async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let here = try await accounts.authenticate(try await register(in: fixture).accessToken)
            let other = try await login(in: fixture)
            let error = await spotterError {
                try await accounts.changePassword(from: Secret(current), to: Secret(new), by: here)
            }
            #expect(error?.code == code)
            _ = try await accounts.authenticate(other.accessToken)
            _ = try await login(in: fixture)
        }
    }

    /// A password that was checked just before it was changed opens no session.
    @Test func aLoginThatIsOvertakenByAChangeFails() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let credentials = try await register(in: fixture)
            let old = try await hash(of: credentials.user, in: fixture)
            let here = try await accounts.authenticate(credentials.accessToken)
            try await accounts.changePassword(from: Secret("secret"), to: Secret("another"), by: here)
            let error = await spotterError {
                _ = try await accounts.openSession(for: credentials.user, provenBy: old, deviceName: "")
            }
            #expect(error?.code == .invalidCredentials)
            #expect(try await fixture.count("SELECT count(*) FROM sessions") == 1)
        }
    }

    @Test func loginRenewsAHashOfAnotherCost() async throws {
        try await MessagingFixture.run { fixture in
            let credentials = try await register(in: fixture)
            let before = try await hash(of: credentials.user, in: fixture)
            _ = try await login(in: fixture)
            #expect(try await hash(of: credentials.user, in: fixture) == before, "today's cost is left alone")
            let dearer = Accounts(
                database: fixture.database,
                clock: fixture.clock,
                ids: UUIDv7Source(clock: fixture.clock),
                hasher: PasswordHasher(cost: .init(logRounds: 5, blockSize: 1, parallelism: 1)),
                observer: fixture.services.accounts.observer,
                gate: fixture.services.registrations
            )
            _ = try await dearer.login(email: "alex@example.com", password: Secret("secret"))
            let after = try await hash(of: credentials.user, in: fixture)
            #expect(before.hasPrefix("scrypt$4$") && after.hasPrefix("scrypt$5$"))
            _ = try await dearer.login(email: "alex@example.com", password: Secret("secret"))
            #expect(try await hash(of: credentials.user, in: fixture) == after)
            let wrong = await spotterError {
                _ = try await dearer.login(email: "alex@example.com", password: Secret("wrong-"))
            }
            #expect(wrong?.code == .invalidCredentials)
        }
    }

    // MARK: Reset

    @Test(arguments: [false, true])
    func aResetTokenSetsThePasswordOnce(byId: Bool) async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let credentials = try await register(in: fixture)
            let session = try await accounts.authenticate(credentials.accessToken).sessionId
            let device = try await RecordingConnection.attach(credentials.user, session: session, in: fixture)
            let reset = try await accounts.issueReset(for: byId ? "\(credentials.user.id)" : " Alex@Example.com ")
            #expect(reset.expiresAt == MessagingFixture.start.adding(seconds: 3600))
            let tooShort = await spotterError {
                try await accounts.resetPassword(with: reset.resetToken, to: Secret("12345"))
            }
            #expect(tooShort?.code == .invalidRequest, "and the token is still good")
            try await accounts.resetPassword(with: reset.resetToken, to: Secret("another"))
            try await fixture.settled()
            #expect(device.isRevoked)
            #expect(
                await spotterError { _ = try await accounts.authenticate(credentials.accessToken) }?.code
                    == .unauthorized
            )
            let again = await spotterError {
                try await accounts.resetPassword(with: reset.resetToken, to: Secret("a third"))
            }
            let unknown = await spotterError {
                try await accounts.resetPassword(with: Secret("sp_p_guess"), to: Secret("a third"))
            }
            #expect(again?.code == .unauthorized && again == unknown)
            _ = try await login("another", in: fixture)
        }
    }

    /// A clock that was set back would prolong a token's hour.
    @Test func aResetTokenIsNoGoodBeforeItWasMade() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            _ = try await register(in: fixture)
            let token = try await accounts.issueReset(for: "alex@example.com").resetToken
            let tolerated = Timestamp.toleratedStepBackSeconds
            fixture.clock.set(MessagingFixture.start.adding(seconds: -tolerated - 1))
            let refused = await spotterError { try await accounts.resetPassword(with: token, to: Secret("another")) }
            #expect(refused?.code == .unauthorized)
            fixture.clock.set(MessagingFixture.start.adding(seconds: -tolerated))
            try await accounts.resetPassword(with: token, to: Secret("another"))
        }
    }

    @Test func resetTokensEndAndReplaceEachOther() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let credentials = try await register(in: fixture)
            let first = try await accounts.issueReset(for: "alex@example.com").resetToken
            let second = try await accounts.issueReset(for: "alex@example.com").resetToken
            #expect(
                await spotterError { try await accounts.resetPassword(with: first, to: Secret("another")) }?.code
                    == .unauthorized
            )
            #expect(
                try await fixture.count(
                    "SELECT count(*) FROM reset_tokens WHERE hash = $1",
                    Array(second.reveal().utf8)
                )
                    == 0,
                "only its hash is stored"
            )
            fixture.clock.set(MessagingFixture.start.adding(seconds: Accounts.resetLifetimeSeconds))
            #expect(
                await spotterError { try await accounts.resetPassword(with: second, to: Secret("another")) }?.code
                    == .unauthorized
            )
            let third = try await accounts.issueReset(for: "alex@example.com").resetToken
            let here = try await accounts.authenticate(try await login(in: fixture).accessToken)
            #expect(here.userId == credentials.user.id)
            try await accounts.changePassword(from: Secret("secret"), to: Secret("another"), by: here)
            #expect(
                await spotterError { try await accounts.resetPassword(with: third, to: Secret("a third")) }?.code
                    == .unauthorized,
                "who knows the password needs no reset"
            )
            #expect(
                await spotterError { _ = try await accounts.issueReset(for: "nobody@example.com") }?.code == .notFound
            )
        }
    }

    @Test func ofManyUsesOfAResetTokenOneWins() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            _ = try await register(in: fixture)
            let token = try await accounts.issueReset(for: "alex@example.com").resetToken
            let codes = await withTaskGroup(of: ErrorCode?.self) { group in
                for number in 0..<10 {
                    group.addTask {
                        await spotterError {
                            try await accounts.resetPassword(with: token, to: Secret("password \(number)"))
                        }?.code
                    }
                }
                return await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
            }
            #expect(codes.filter { $0 == nil }.count == 1)
        }
    }

    // MARK: Steps

    private func register(in fixture: MessagingFixture) async throws -> AuthGrant {
        try await fixture.services.accounts.register(
            .init(email: "alex@example.com", password: Secret("secret"), displayName: "Alex", role: .trainer)
        )
    }

    private func login(_ password: String = "secret", in fixture: MessagingFixture) async throws -> AuthGrant {
        try await fixture.services.accounts.login(email: "alex@example.com", password: Secret(password))
    }

    private func hash(of user: User, in fixture: MessagingFixture) async throws -> String {
        try await fixture.database.read {
            try $0.first("SELECT password_hash FROM users WHERE id = $1", user.id) { try $0.text(0) } ?? ""
        }
    }
}

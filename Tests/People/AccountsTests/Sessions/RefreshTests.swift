import Domain
import Messaging
import MessagingTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Accounts

/// A refresh whose answer was lost, and clocks that were set back.
@Suite struct RefreshTests {
    private func register(in fixture: MessagingFixture) async throws -> AuthGrant {
        try await fixture.services.accounts.register(
            .init(email: "alex@example.com", password: Secret("secret"), displayName: "Alex", role: .trainer)
        )
    }

    @Test(arguments: [false, true])
    func aLostAnswerIsGivenAgainForAMinute(afterRestart: Bool) async throws {
        try await MessagingFixture.run { fixture in
            let first = try await register(in: fixture)
            let second = try await fixture.services.accounts.refresh(first.refreshToken)
            #expect(second.refreshToken != first.refreshToken && second.accessToken != first.accessToken)
            let fixture = afterRestart ? try await fixture.reopened() : fixture
            let accounts = fixture.services.accounts
            fixture.clock.advance(milliseconds: Accounts.refreshGraceSeconds * 1000 - 1)
            // Using the access token doesn't end the time: the other tab has it as well.
            _ = try await accounts.authenticate(second.accessToken)
            #expect(try await accounts.refresh(first.refreshToken) == second)
            _ = try await accounts.authenticate(second.accessToken)
            fixture.clock.advance(milliseconds: 1)
            #expect(await spotterError { _ = try await accounts.refresh(first.refreshToken) }?.code == .refreshReused)
            #expect(
                await spotterError { _ = try await accounts.authenticate(second.accessToken) }?.code == .unauthorized
            )
        }
    }

    @Test func onceTheSuccessorWasUsedTheOldTokenIsAThiefs() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let first = try await register(in: fixture)
            let second = try await accounts.refresh(first.refreshToken)
            let third = try await accounts.refresh(second.refreshToken)
            #expect(try await fixture.count("SELECT count(*) FROM tokens WHERE nonce IS NOT NULL") == 1)
            #expect(try await accounts.refresh(second.refreshToken) == third)
            #expect(await spotterError { _ = try await accounts.refresh(first.refreshToken) }?.code == .refreshReused)
            for token in [second.refreshToken, third.refreshToken] {
                #expect(await spotterError { _ = try await accounts.refresh(token) }?.code == .unauthorized)
            }
        }
    }

    @Test func manyRefreshesAtOnceGetTheSameTokens() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let token = try await register(in: fixture).refreshToken
            let grants = try await withThrowingTaskGroup(of: AuthGrant.self) { group in
                for _ in 0..<20 { group.addTask { try await accounts.refresh(token) } }
                return try await group.reduce(into: [AuthGrant]()) { $0.append($1) }
            }
            #expect(grants.count == 20)
            #expect(Set(grants.map(\.refreshToken)).count == 1 && Set(grants.map(\.accessToken)).count == 1)
            _ = try await accounts.authenticate(try #require(grants.first).accessToken)
        }
    }

    @Test func noNonceOutlivesItsMinute() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let first = try await register(in: fixture)
            _ = try await accounts.refresh(first.refreshToken)
            let other = try await accounts.login(email: "alex@example.com", password: Secret("secret"))
            fixture.clock.advance(milliseconds: Accounts.refreshGraceSeconds * 1000)
            _ = try await accounts.refresh(other.refreshToken)
            #expect(try await fixture.count("SELECT count(*) FROM tokens WHERE nonce IS NOT NULL") == 1)
        }
    }

    /// Otherwise a token of 2030 would live until 2030.
    @Test func aClockThatWasSetBackProlongsNothing() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let credentials = try await register(in: fixture)
            // What time synchronisation does changes nothing.
            fixture.clock.set(MessagingFixture.start.adding(seconds: -Timestamp.toleratedStepBackSeconds))
            _ = try await accounts.authenticate(credentials.accessToken)
            fixture.clock.advance(milliseconds: -1)
            #expect(
                await spotterError { _ = try await accounts.authenticate(credentials.accessToken) }?.code
                    == .tokenExpired
            )
            #expect(
                await spotterError { _ = try await accounts.refresh(credentials.refreshToken) }?.code == .unauthorized
            )
        }
    }
}

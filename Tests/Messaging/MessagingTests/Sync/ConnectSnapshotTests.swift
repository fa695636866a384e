import Accounts
import Domain
import MessagingTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Messaging

/// A new connection gets its chats in the statement that asks whether its session is live.
@Suite struct ConnectSnapshotTests {
    @Test(arguments: [true, false], [true, false])
    func endedSessionsAreRefused(isChecked: Bool, hasChats: Bool) async throws {
        try await MessagingFixture.run { fixture in
            let (chat, _, client) = try await fixture.pair()
            let loner = try await fixture.user("loner", .trainer)
            let user = hasChats ? client : loner
            let name = hasChats ? "client1" : "loner"
            let accounts = fixture.services.accounts
            let token = try await accounts.login(email: user.email, password: Secret("secret-\(name)")).accessToken
            let principal = try await accounts.authenticate(token)
            let cached = try #require(accounts.cachedCredential(for: token))
            let credential = isChecked ? .checked(principal) : cached
            let snapshot = try await connect(credential, in: fixture)
            #expect(snapshot.principal == principal)
            #expect(snapshot.gaps.map(\.chatId) == (hasChats ? [chat] : []))
            try await accounts.logout(principal.sessionId)
            let error = await spotterError { _ = try await connect(credential, in: fixture) }
            #expect(error?.code == .unauthorized)
        }
    }

    private func connect(
        _ credential: SessionCredential,
        in fixture: MessagingFixture
    ) async throws -> Sync.ConnectSnapshot {
        try await withCheckedThrowingContinuation { continuation in
            fixture.services.sync.connectSnapshot(credential, since: nil, at: fixture.clock.now()) {
                continuation.resume(with: $0)
            }
        }
    }
}

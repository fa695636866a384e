import Accounts
import Domain
import MessagingTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Messaging

/// What is read for a credential is read in the transaction that checks it.
@Suite struct CallerTests {
    private static let reads = ["a page", "the list", "a message"]

    @Test(arguments: reads)
    func theCheckIsPartOfTheRead(what: String) async throws {
        try await MessagingFixture.runCounted { fixture, database in
            let (chat, _, client) = try await fixture.pair()
            let sent = try await fixture.send("Hello", "1", to: chat, by: client).message
            let accounts = fixture.services.accounts
            let token = try await accounts.login(email: client.email, password: Secret("secret-client1")).accessToken
            let credential = try #require(accounts.cachedPersonalCredential(for: token))
            try await fixture.settled()
            _ = database.take()
            let shown = try await read(what, chat, sent.id, for: credential, in: fixture)
            #expect(database.take().jobs == 1)
            #expect(try await read(what, chat, sent.id, for: client.actor, in: fixture) == shown)
            try await accounts.logout(credential.sessionId)
            let error = await spotterError { _ = try await read(what, chat, sent.id, for: credential, in: fixture) }
            #expect(error?.code == .unauthorized)
        }
    }

    @Test(arguments: reads)
    func expiredTokensReadNothing(what: String) async throws {
        try await MessagingFixture.run { fixture in
            let (chat, _, client) = try await fixture.pair()
            let sent = try await fixture.send("Hello", "1", to: chat, by: client).message
            let accounts = fixture.services.accounts
            let token = try await accounts.login(email: client.email, password: Secret("secret-client1")).accessToken
            let credential = try #require(accounts.cachedPersonalCredential(for: token))
            fixture.clock.advance(milliseconds: Accounts.accessLifetimeSeconds * 1000)
            let error = await spotterError { _ = try await read(what, chat, sent.id, for: credential, in: fixture) }
            #expect(error?.code == .tokenExpired)
        }
    }

    /// What the caller gets to see.
    private func read(
        _ what: String,
        _ chat: ChatID,
        _ message: MessageID,
        for caller: some Caller,
        in fixture: MessagingFixture
    ) async throws -> [UInt8] {
        let chats = fixture.services.chats
        switch what {
        case "a page": return try await chats.historyBody(of: chat, for: caller)
        case "the list": return try await chats.listBody(for: caller, withEmpty: true)
        default: return Array(try await chats.message(message, in: chat, for: caller).text.utf8)
        }
    }
}

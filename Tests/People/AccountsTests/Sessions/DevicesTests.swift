import Domain
import Live
import Messaging
import MessagingTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Accounts

/// Sessions on several devices, listed and ended from one of them.
@Suite struct DevicesTests {
    @Test func listsWhatCanStillBeUsed() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let user = try await fixture.user("alex", .trainer)
            let phone = try await login(user, "phone", in: fixture)
            fixture.clock.advance(milliseconds: 10_000)
            let laptop = try await login(user, "  laptop " + String(repeating: "x", count: 200), in: fixture)
            _ = try await login(try await fixture.user("other", .client), "foreign", in: fixture)
            let gone = try await login(user, "gone", in: fixture)
            try await accounts.logout(gone.sessionId)
            let entries = try await accounts.sessions(of: phone)
            #expect(entries.map(\.id) == [laptop.sessionId, phone.sessionId])
            #expect(entries.map(\.current) == [false, true])
            #expect(entries.first?.deviceName.hasPrefix("laptop x") == true)
            #expect(entries.first?.deviceName.count == 100 && entries.last?.deviceName == "phone")
            #expect(entries.map(\.createdAt) == [MessagingFixture.start.adding(seconds: 10), MessagingFixture.start])
        }
    }

    @Test func expiredSessionsAreNotListed() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let user = try await fixture.user("alex", .trainer)
            _ = try await login(user, "old", in: fixture)
            fixture.clock.set(MessagingFixture.start.adding(seconds: Accounts.refreshLifetimeSeconds))
            let new = try await login(user, "new", in: fixture)
            #expect(try await accounts.sessions(of: new).map(\.deviceName) == ["new"])
        }
    }

    /// Requests are recorded without a write. The time survives a restart once it was written.
    @Test func lastSeenFollowsRequestsWithoutAWriteForEach() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let credentials = try await accounts.register(
                .init(email: "a@example.com", password: Secret("secret"), displayName: "A", role: .trainer)
            )
            let stored = "SELECT last_seen_at FROM sessions"
            for second in 1...5 {
                fixture.clock.set(MessagingFixture.start.adding(seconds: Int64(second)))
                _ = try await accounts.authenticate(credentials.accessToken)
            }
            let principal = try await accounts.authenticate(credentials.accessToken)
            #expect(try await fixture.count(stored) == MessagingFixture.start.milliseconds)
            #expect(
                try await accounts.sessions(of: principal).map(\.lastSeenAt) == [
                    MessagingFixture.start.adding(seconds: 5)
                ]
            )
            try await accounts.writeActivity()
            #expect(try await fixture.count(stored) == MessagingFixture.start.milliseconds + 5000)
            fixture.clock.set(MessagingFixture.start.adding(seconds: 9))
            _ = try await accounts.refresh(credentials.refreshToken)
            #expect(
                try await fixture.count(stored) == MessagingFixture.start.milliseconds + 9000,
                "a refresh writes anyway"
            )
        }
    }

    @Test func endsOneOrAllOthers() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let user = try await fixture.user("alex", .trainer)
            var sessions: [Principal] = []
            var devices: [RecordingConnection] = []
            for name in ["here", "a", "b", "c"] {
                let principal = try await login(user, name, in: fixture)
                sessions.append(principal)
                devices.append(try await RecordingConnection.attach(user, session: principal.sessionId, in: fixture))
            }
            try await accounts.end(sessions[1].sessionId, by: sessions[0])
            try await fixture.settled()
            #expect(devices.map(\.isRevoked) == [false, true, false, false])
            #expect(await spotterError { try await accounts.requireLive(sessions[1].sessionId) }?.code == .unauthorized)
            try await accounts.endOthers(by: sessions[0])
            try await fixture.settled()
            #expect(devices.map(\.isRevoked) == [false, true, true, true])
            #expect(try await accounts.sessions(of: sessions[0]).map(\.deviceName) == ["here"])
        }
    }

    @Test func somebodyElsesSessionLooksLikeNone() async throws {
        try await MessagingFixture.run { fixture in
            let accounts = fixture.services.accounts
            let mine = try await login(try await fixture.user("alex", .trainer), "mine", in: fixture)
            let theirs = try await login(try await fixture.user("sara", .client), "theirs", in: fixture)
            let foreign = await spotterError { try await accounts.end(theirs.sessionId, by: mine) }
            let none = await spotterError { try await accounts.end(SessionID(high: 1, low: 1), by: mine) }
            #expect(foreign?.code == .notFound && foreign == none)
            try await accounts.requireLive(theirs.sessionId)
            try await accounts.endOthers(by: mine)
            try await accounts.requireLive(theirs.sessionId)
        }
    }

    private func login(_ user: User, _ device: String, in fixture: MessagingFixture) async throws -> Principal {
        let accounts = fixture.services.accounts
        let credentials = try await accounts.login(
            email: user.email,
            password: Secret("secret-\(user.displayName)"),
            deviceName: device
        )
        return try await accounts.authenticate(credentials.accessToken)
    }
}

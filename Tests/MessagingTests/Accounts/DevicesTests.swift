import Domain
import SpotterAPI
import Testing

@testable import Messaging

/// Log-ins on several devices, seen and ended from one of them.
@Suite struct DevicesTests {
    @Test func listsWhatCanStillBeUsed() async throws {
        try await World.run { world in
            let accounts = world.services.accounts
            let user = try await world.user("alex", .trainer)
            let phone = try await login(user, "phone", in: world)
            world.clock.advance(milliseconds: 10_000)
            let laptop = try await login(user, "  laptop " + String(repeating: "x", count: 200), in: world)
            _ = try await login(try await world.user("other", .client), "foreign", in: world)
            let gone = try await login(user, "gone", in: world)
            try await accounts.logout(gone.sessionId)
            let entries = try await accounts.sessions(of: phone)
            #expect(entries.map(\.id) == [laptop.sessionId, phone.sessionId])
            #expect(entries.map(\.current) == [false, true])
            #expect(entries.first?.deviceName.hasPrefix("laptop x") == true)
            #expect(entries.first?.deviceName.count == 100 && entries.last?.deviceName == "phone")
            #expect(entries.map(\.createdAt) == [World.start.adding(seconds: 10), World.start])
        }
    }

    @Test func expiredSessionsAreNotListed() async throws {
        try await World.run { world in
            let accounts = world.services.accounts
            let user = try await world.user("alex", .trainer)
            _ = try await login(user, "old", in: world)
            world.clock.set(World.start.adding(seconds: Accounts.refreshLifetimeSeconds))
            let new = try await login(user, "new", in: world)
            #expect(try await accounts.sessions(of: new).map(\.deviceName) == ["new"])
        }
    }

    /// Requests are noted without a write; the note survives a restart once it was written.
    @Test func lastSeenFollowsRequestsWithoutAWriteForEach() async throws {
        try await World.run { world in
            let accounts = world.services.accounts
            let credentials = try await accounts.register(
                .init(email: "a@example.com", password: Secret("secret"), displayName: "A", role: .trainer)
            )
            let stored = "SELECT last_seen_at FROM sessions"
            for second in 1...5 {
                world.clock.set(World.start.adding(seconds: Int64(second)))
                _ = try await accounts.authenticate(credentials.accessToken)
            }
            let principal = try await accounts.authenticate(credentials.accessToken)
            #expect(try await world.count(stored) == World.start.milliseconds)
            #expect(
                try await accounts.sessions(of: principal).map(\.lastSeenAt) == [World.start.adding(seconds: 5)]
            )
            try await accounts.writeActivity()
            #expect(try await world.count(stored) == World.start.milliseconds + 5000)
            world.clock.set(World.start.adding(seconds: 9))
            _ = try await accounts.refresh(credentials.refreshToken)
            #expect(try await world.count(stored) == World.start.milliseconds + 9000, "a refresh writes anyway")
        }
    }

    @Test func endsOneOrAllOthers() async throws {
        try await World.run { world in
            let accounts = world.services.accounts
            let user = try await world.user("alex", .trainer)
            var sessions: [Principal] = []
            var devices: [Listener] = []
            for name in ["here", "a", "b", "c"] {
                let principal = try await login(user, name, in: world)
                sessions.append(principal)
                devices.append(try await Listener.attach(user, session: principal.sessionId, in: world))
            }
            try await accounts.end(sessions[1].sessionId, by: sessions[0])
            try await world.settled()
            #expect(devices.map(\.isRevoked) == [false, true, false, false])
            #expect(await spotterError { try await accounts.requireLive(sessions[1].sessionId) }?.code == .unauthorized)
            try await accounts.endOthers(by: sessions[0])
            try await world.settled()
            #expect(devices.map(\.isRevoked) == [false, true, true, true])
            #expect(try await accounts.sessions(of: sessions[0]).map(\.deviceName) == ["here"])
        }
    }

    @Test func somebodyElsesSessionLooksLikeNone() async throws {
        try await World.run { world in
            let accounts = world.services.accounts
            let mine = try await login(try await world.user("alex", .trainer), "mine", in: world)
            let theirs = try await login(try await world.user("sara", .client), "theirs", in: world)
            let foreign = await spotterError { try await accounts.end(theirs.sessionId, by: mine) }
            let none = await spotterError { try await accounts.end(SessionID(high: 1, low: 1), by: mine) }
            #expect(foreign?.code == .notFound && foreign == none)
            try await accounts.requireLive(theirs.sessionId)
            try await accounts.endOthers(by: mine)
            try await accounts.requireLive(theirs.sessionId)
        }
    }

    private func login(_ user: User, _ device: String, in world: World) async throws -> Principal {
        let accounts = world.services.accounts
        let credentials = try await accounts.login(
            email: user.email,
            password: Secret("secret-\(user.displayName)"),
            deviceName: device
        )
        return try await accounts.authenticate(credentials.accessToken)
    }
}

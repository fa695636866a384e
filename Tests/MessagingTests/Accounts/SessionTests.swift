import Domain
import SpotterAPI
import Testing

@testable import Messaging

@Suite struct SessionTests {
    /// Whoever shows a used refresh token may be a thief: everything from that log-in ends, other log-ins don't.
    @Test(arguments: [false, true])
    func reuseRevokesTheFamily(afterRestart: Bool) async throws {
        try await World.run { world in
            let first = try await register(in: world)
            let other = try await world.services.accounts.login(
                email: "alex@example.com",
                password: Secret("secret")
            )
            let second = try await world.services.accounts.refresh(first.refreshToken)
            _ = try await world.services.accounts.authenticate(second.accessToken)

            let world = afterRestart ? try await world.reopened() : world
            let accounts = world.services.accounts
            let session = try await accounts.authenticate(second.accessToken).sessionId
            let device = try await Listener.attach(first.user, session: session, in: world)
            #expect(await spotterError { _ = try await accounts.refresh(first.refreshToken) }?.code == .refreshReused)
            try await world.settled()
            #expect(device.isRevoked)
            for token in [first.accessToken, second.accessToken] {
                #expect(await spotterError { _ = try await accounts.authenticate(token) }?.code == .unauthorized)
            }
            #expect(await spotterError { _ = try await accounts.refresh(second.refreshToken) }?.code == .unauthorized)
            _ = try await accounts.authenticate(other.accessToken)
            _ = try await accounts.refresh(other.refreshToken)
        }
    }

    @Test func ofManyRefreshesAtOnceOneWins() async throws {
        try await World.run { world in
            let accounts = world.services.accounts
            let token = try await register(in: world).refreshToken
            let codes = await withTaskGroup(of: ErrorCode?.self) { group in
                for _ in 0..<20 {
                    group.addTask { await spotterError { _ = try await accounts.refresh(token) }?.code }
                }
                return await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
            }
            #expect(codes.filter { $0 == nil }.count == 1)
            #expect(codes.contains(.refreshReused))
        }
    }

    @Test func tokensExpire() async throws {
        try await World.run { world in
            let accounts = world.services.accounts
            let credentials = try await register(in: world)
            #expect(credentials.expiresAt == World.start.adding(seconds: Accounts.accessLifetimeSeconds))
            world.clock.set(credentials.expiresAt.adding(milliseconds: -1))
            _ = try await accounts.authenticate(credentials.accessToken)
            world.clock.set(credentials.expiresAt)
            #expect(
                await spotterError { _ = try await accounts.authenticate(credentials.accessToken) }?.code
                    == .tokenExpired
            )
            world.clock.set(World.start.adding(seconds: Accounts.refreshLifetimeSeconds))
            #expect(
                await spotterError { _ = try await accounts.refresh(credentials.refreshToken) }?.code == .unauthorized
            )
        }
    }

    @Test func logoutEndsThisSessionOnly() async throws {
        try await World.run { world in
            let accounts = world.services.accounts
            let credentials = try await register(in: world)
            let other = try await accounts.login(email: "alex@example.com", password: Secret("secret"))
            let session = try await accounts.authenticate(credentials.accessToken).sessionId
            let otherSession = try await accounts.authenticate(other.accessToken).sessionId
            let device = try await Listener.attach(credentials.user, session: session, in: world)
            let otherDevice = try await Listener.attach(credentials.user, session: otherSession, in: world)
            try await accounts.logout(session)
            try await world.settled()
            #expect(device.isRevoked && !otherDevice.isRevoked)
            let reopened = try await world.reopened().services.accounts
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
        try await World.run { world in
            let accounts = world.services.accounts
            let credentials = try await register(in: world)
            let session = try await accounts.authenticate(credentials.accessToken).sessionId
            let device = try await Listener.attach(credentials.user, session: session, in: world)
            _ = try await accounts.resetPassword(of: "Alex@example.com", to: Secret("another"))
            try await world.settled()
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

    /// Neither tokens nor passwords are on disk as they are.
    @Test func storesOnlyHashes() async throws {
        try await World.run { world in
            let credentials = try await register(in: world)
            for secret in [credentials.accessToken, credentials.refreshToken, Secret("secret")] {
                let text = secret.reveal()
                #expect(try await world.count("SELECT count(*) FROM tokens WHERE hash = $1", Array(text.utf8)) == 0)
                #expect(
                    try await world.count("SELECT count(*) FROM users WHERE instr(password_hash, $1) > 0", text) == 0
                )
            }
        }
    }

    private func register(in world: World) async throws -> AuthGrant {
        try await world.services.accounts.register(
            .init(email: "alex@example.com", password: Secret("secret"), displayName: "Alex", role: .trainer)
        )
    }
}

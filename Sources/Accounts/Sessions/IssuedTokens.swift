import Domain
import SpotterAPI
import Storage

/// A new pair of tokens.
struct IssuedTokens: Sendable {
    let access: Secret
    let refresh: Secret
    let now: Timestamp
    let accessEnds: Timestamp
    let refreshEnds: Timestamp

    init(from generator: TokenGenerator, at now: Timestamp) {
        access = generator.make(prefix: "sp_a_")
        refresh = generator.make(prefix: "sp_r_")
        self.now = now
        accessEnds = now.adding(seconds: Accounts.accessLifetimeSeconds)
        refreshEnds = now.adding(seconds: Accounts.refreshLifetimeSeconds)
    }

    func store(for session: SessionID, user: UserID, on connection: any SQLConnection) throws {
        for (token, kind, ends) in [(access, "access", accessEnds), (refresh, "refresh", refreshEnds)] {
            try connection.execute(
                "INSERT INTO tokens (hash, kind, session_id, user_id, expires_at) VALUES ($1, $2, $3, $4, $5)",
                TokenGenerator.hash(token),
                kind,
                session,
                user,
                ends
            )
        }
    }

    func store(_ session: SessionID, of user: UserID, in cache: TokenCache) {
        cache.store(.init(user: user, session: session), for: TokenGenerator.hash(access))
    }

    func credentials(for user: User) -> AuthGrant {
        AuthGrant(user: user, accessToken: access, refreshToken: refresh, expiresAt: accessEnds)
    }
}

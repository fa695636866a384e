import Domain
import SpotterAPI
import Storage

/// A pair of tokens.
struct IssuedTokens: Sendable {
    let access: Secret
    let refresh: Secret
    let now: Timestamp
    let accessEnds: Timestamp
    let refreshEnds: Timestamp

    private static let prefixes = (access: "sp_a_", refresh: "sp_r_")

    /// New tokens.
    init(from generator: TokenGenerator, at now: Timestamp) {
        self.init(
            access: generator.make(prefix: Self.prefixes.access),
            refresh: generator.make(prefix: Self.prefixes.refresh),
            at: now
        )
    }

    /// The successors of a refresh token that was used at `now`: the same for the same nonce.
    ///
    /// The server stores hashes only, so it couldn't say them again. It needn't: who presents the old token brings the
    /// key with which they are computed again. The nonce alone is worth nothing, and once it is erased neither is the
    /// old token, even to somebody with a copy of the database.
    init(succeeding token: Secret, nonce: [UInt8], at now: Timestamp) {
        self.init(
            access: TokenGenerator.derive(prefix: Self.prefixes.access, from: token, nonce: nonce),
            refresh: TokenGenerator.derive(prefix: Self.prefixes.refresh, from: token, nonce: nonce),
            at: now
        )
    }

    private init(access: Secret, refresh: Secret, at now: Timestamp) {
        self.access = access
        self.refresh = refresh
        self.now = now
        accessEnds = now.adding(seconds: Accounts.accessLifetimeSeconds)
        refreshEnds = now.adding(seconds: Accounts.refreshLifetimeSeconds)
    }

    func store(for session: SessionID, user: UserID, on connection: any SQLConnection) throws {
        for (token, kind, ends) in [(access, "access", accessEnds), (refresh, "refresh", refreshEnds)] {
            try connection.execute(
                """
                INSERT INTO tokens (hash, kind, session_id, user_id, expires_at, issued_at)
                VALUES ($1, $2, $3, $4, $5, $6)
                """,
                TokenGenerator.hash(token),
                kind,
                session,
                user,
                ends,
                now
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

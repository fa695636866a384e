import Domain
import SpotterAPI
import Storage

/// A pair of tokens that was just made.
struct IssuedTokens: Sendable {
    let access: Secret
    let refresh: Secret
    let now: Timestamp
    let accessEnds: Timestamp
    let refreshEnds: Timestamp

    init(from mint: TokenMint, at now: Timestamp) {
        access = mint.make(prefix: "sp_a_")
        refresh = mint.make(prefix: "sp_r_")
        self.now = now
        accessEnds = now.adding(seconds: Accounts.accessLifetimeSeconds)
        refreshEnds = now.adding(seconds: Accounts.refreshLifetimeSeconds)
    }

    func store(for session: SessionID, user: UserID, on connection: any SQLConnection) throws {
        for (token, kind, ends) in [(access, "access", accessEnds), (refresh, "refresh", refreshEnds)] {
            try connection.execute(
                "INSERT INTO tokens (hash, kind, session_id, user_id, expires_at) VALUES ($1, $2, $3, $4, $5)",
                TokenMint.hash(token),
                kind,
                session,
                user,
                ends
            )
        }
    }

    func remember(_ session: SessionID, of user: UserID, in hints: TokenHints) {
        hints.note(TokenMint.hash(access), .init(user: user, session: session))
    }

    func credentials(for user: User) -> AuthGrant {
        AuthGrant(user: user, accessToken: access, refreshToken: refresh, expiresAt: accessEnds)
    }
}

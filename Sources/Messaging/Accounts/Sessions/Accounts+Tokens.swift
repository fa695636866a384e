public import Domain
public import SpotterAPI
import Storage

/// Tokens: opened by a log-in, rotated by a refresh, checked by every request.
extension Accounts {
    public static let accessLifetimeSeconds: Int64 = 3600
    public static let refreshLifetimeSeconds: Int64 = 30 * 86_400

    /// A session for whoever has just shown a password.
    ///
    /// - Parameters:
    ///   - hash: the stored hash that the password was checked against. Where another password has been set since, or
    ///     the account is gone, there is no session: nobody slips in with a password that was just changed.
    ///   - renewed: replaces the hash, of the same password.
    func openSession(
        for user: User,
        provenBy hash: String,
        renewedTo renewed: String? = nil,
        deviceName: String
    ) async throws -> AuthGrant {
        let session = Session(
            id: ids.next(),
            userId: user.id,
            deviceName: String(deviceName.trimmed.prefix(100)),
            createdAt: clock.now()
        )
        let issued = IssuedTokens(from: mint, at: session.createdAt)
        try await database.write { connection in
            guard try connection.exists("SELECT 1 FROM users WHERE id = $1 AND password_hash = $2", user.id, hash)
            else { throw Self.wrongCredentials }
            if let renewed {
                try connection.execute("UPDATE users SET password_hash = $1 WHERE id = $2", renewed, user.id)
            }
            try connection.execute(
                """
                INSERT INTO sessions (id, user_id, device_name, created_at, last_seen_at) VALUES ($1, $2, $3, $4, $5)
                """,
                session.id,
                session.userId,
                session.deviceName,
                session.createdAt,
                session.createdAt
            )
            try issued.store(for: session.id, user: user.id, on: connection)
            try connection.execute("DELETE FROM tokens WHERE expires_at < $1", issued.now)
        }
        issued.remember(session.id, of: user.id, in: hints)
        return issued.credentials(for: user)
    }

    /// New tokens for an old refresh token, which is used up by this. Whoever shows a used one ends the whole session.
    public func refresh(_ token: Secret) async throws -> AuthGrant {
        let issued = IssuedTokens(from: mint, at: clock.now())
        let outcome = try await database.write { try Self.rotate(token, into: issued, on: $0) }
        switch outcome {
        case .rotated(let user): return issued.credentials(for: user)
        case .reused(let session):
            onRevocation(.session(session))
            throw SpotterError(
                .refreshReused,
                "This refresh token was used before, so its session has been ended. Log in again."
            )
        case .invalid: throw SpotterError(.unauthorized, "This refresh token is unknown or has expired. Log in again.")
        }
    }

    /// Whose access token this is, right now.
    public func authenticate(_ token: Secret) async throws -> Principal {
        try await withCheckedThrowingContinuation { continuation in
            authenticate(token) { continuation.resume(with: $0) }
        }
    }

    /// - Parameter completion: called on a reader's thread.
    public func authenticate(_ token: Secret, completion: @escaping @Sendable (Result<Principal, any Error>) -> Void) {
        let hash = TokenMint.hash(token)
        let now = clock.now()
        database.enqueueRead {
            try Self.principal(of: hash, at: now, on: $0)
        } completion: { result in
            if case .success(let principal) = result {
                activity.note(principal.sessionId, at: now)
                hints.note(hash, .init(user: principal.userId, session: principal.sessionId))
            }
            completion(result)
        }
    }

    /// What a token is as far as is remembered; nothing where it must be looked up first.
    package func remembered(_ token: Secret) -> Pass? {
        let hash = TokenMint.hash(token)
        return hints.holder(of: hash).map { .remembered(hash: hash, user: $0.user, session: $0.session) }
    }

    static let invalidToken = SpotterError(.unauthorized, "This access token is not valid. Log in to get one.")

    static func principal(
        of hash: [UInt8],
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Principal {
        let found = try connection.first(
            """
            SELECT t.session_id, t.expires_at, s.revoked_at, \(User.columns(of: "u"))
            FROM tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = t.user_id
            WHERE t.hash = $1 AND t.kind = 'access'
            """,
            hash
        ) { row in
            (
                session: try row.id(0, SessionID.self), expiresAt: try row.timestamp(1), isRevoked: !row.isNull(2),
                user: try User(row: row, from: 3)
            )
        }
        guard let found, !found.isRevoked else {
            throw invalidToken
        }
        guard found.expiresAt > now else {
            throw SpotterError(
                .tokenExpired,
                "This access token has expired. Get a new one with POST /v1/auth/refresh."
            )
        }
        return Principal(user: found.user, sessionId: found.session)
    }

    // MARK: Rotation

    private enum Rotation: Sendable {
        case rotated(User)
        case reused(SessionID)
        case invalid
    }

    /// Decides inside one transaction, so that of two refreshes at once only one wins. Doesn't throw on reuse: the
    /// revocation must be committed.
    private static func rotate(
        _ token: Secret,
        into issued: IssuedTokens,
        on connection: any SQLConnection
    ) throws -> Rotation {
        let hash = TokenMint.hash(token)
        let found = try connection.first(
            """
            SELECT t.session_id, t.user_id, t.expires_at, t.used_at, s.revoked_at
            FROM tokens t JOIN sessions s ON s.id = t.session_id WHERE t.hash = $1 AND t.kind = 'refresh'
            """,
            hash
        ) {
            (
                session: try $0.id(0, SessionID.self), user: try $0.id(1, UserID.self), ends: try $0.timestamp(2),
                isUsed: !$0.isNull(3), isRevoked: !$0.isNull(4)
            )
        }
        guard let found, !found.isRevoked, found.ends > issued.now else { return .invalid }
        guard !found.isUsed else {
            try revoke(found.session, at: issued.now, on: connection)
            return .reused(found.session)
        }
        guard let user = try User.find(found.user, on: connection) else { return .invalid }
        try connection.execute("UPDATE tokens SET used_at = $1 WHERE hash = $2", issued.now, hash)
        try connection.execute("UPDATE sessions SET last_seen_at = $1 WHERE id = $2", issued.now, found.session)
        try issued.store(for: found.session, user: found.user, on: connection)
        return .rotated(user)
    }
}

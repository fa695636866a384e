public import Domain
public import SpotterAPI
import Storage

/// Tokens: issued at log-in, rotated by a refresh, checked for every request.
extension Accounts {
    public static let accessLifetimeSeconds: Int64 = 3600
    public static let refreshLifetimeSeconds: Int64 = 30 * 86_400
    /// How long a refresh can be repeated whose answer was lost: one minute.
    public static let refreshGraceSeconds: Int64 = 60

    /// Opens a session for a user whose password has just been checked.
    ///
    /// - Parameters:
    ///   - hash: the stored hash that the password was checked against. If the password has been changed since or the
    ///     account is deleted, no session opens, so a password that was just replaced can't be used.
    ///   - renewed: a new hash of the same password, to replace the stored one.
    /// - Throws: `invalid_credentials` if the stored hash is no longer `hash`; `account_disabled` if the account has been
    ///   disabled.
    func openSession(
        for user: User,
        provenBy hash: String,
        renewedTo renewed: String? = nil,
        deviceName: String
    ) async throws -> AuthGrant {
        let session = Session(
            id: ids.next(),
            userId: user.id,
            deviceName: TextLength(0...100).prefix(of: deviceName.trimmed),
            createdAt: clock.now()
        )
        let issued = IssuedTokens(from: tokens, at: session.createdAt)
        try await database.write { connection in
            let isDisabled = try connection.first(
                "SELECT disabled_at FROM users WHERE id = $1 AND password_hash = $2",
                user.id,
                hash
            ) { !$0.isNull(0) }
            guard let isDisabled else { throw Self.wrongCredentials }
            guard !isDisabled else { throw Self.accountDisabled }
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
        issued.store(session.id, of: user.id, in: tokenCache)
        return issued.credentials(for: user)
    }

    /// Exchanges a refresh token for new tokens and uses it up. For a minute, and until the new refresh token is used,
    /// the same token gives the same new tokens: the answer may have been lost, or two tabs may have asked at once. Any
    /// other reuse ends the whole session.
    /// - Throws: `refresh_reused` if the token was used before; `unauthorized` if it is unknown or has expired.
    public func refresh(_ token: Secret) async throws -> AuthGrant {
        let (now, nonce) = (clock.now(), TokenGenerator.nonce())
        let outcome = try await database.write { try Self.rotate(token, with: nonce, at: now, on: $0) }
        switch outcome {
        case .rotated(let user, let issued): return issued.credentials(for: user)
        case .reused(let session):
            observer.sessionsDidEnd(.session(session))
            throw SpotterError(
                .refreshReused,
                "This refresh token was used before, so its session has been ended. Log in again."
            )
        case .invalid: throw SpotterError(.unauthorized, "This refresh token is unknown or has expired. Log in again.")
        }
    }

    /// The owner of an access token.
    /// - Parameter admit: asked before anything is read, if the token was seen lately; what it throws refuses the token.
    /// - Throws: `unauthorized` if the token is unknown or its session has ended; `token_expired` if it has expired.
    public func authenticate(
        _ token: Secret,
        admitting admit: (UserID, SessionID) throws -> Void = { _, _ in }
    ) async throws -> Principal {
        let hash = TokenGenerator.hash(token)
        if let holder = tokenCache.holder(of: hash) { try admit(holder.user, holder.session) }
        return try await withCheckedThrowingContinuation { continuation in
            authenticate(hash: hash) { continuation.resume(with: $0) }
        }
    }

    /// The same with a completion, which is called on a reader's thread.
    public func authenticate(_ token: Secret, completion: @escaping @Sendable (Result<Principal, any Error>) -> Void) {
        authenticate(hash: TokenGenerator.hash(token), completion: completion)
    }

    private func authenticate(hash: [UInt8], completion: @escaping @Sendable (Result<Principal, any Error>) -> Void) {
        let now = clock.now()
        database.enqueueRead {
            try Self.principal(of: hash, at: now, on: $0)
        } completion: { result in
            if case .success(let principal) = result {
                activity.record(principal.sessionId, at: now)
                tokenCache.store(TokenCache.Holder(principal), for: hash)
            }
            completion(result)
        }
    }

    /// A credential for a token whose owner is cached; `nil` if it must be looked up first.
    package func cachedCredential(for token: Secret) -> SessionCredential? {
        let hash = TokenGenerator.hash(token)
        return tokenCache.holder(of: hash).map { .cached(hash: hash, user: $0.user, session: $0.session) }
    }

    /// The same for a person's token. What an API key may do is asked before anything is done for it, so a key has to be
    /// looked up first.
    package func cachedPersonalCredential(for token: Secret) -> SessionCredential? {
        let hash = TokenGenerator.hash(token)
        guard let holder = tokenCache.holder(of: hash), !holder.isKey else { return nil }
        return .cached(hash: hash, user: holder.user, session: holder.session)
    }

    /// Takes a credential that didn't pass its check out of the cache, so that its token counts for nobody any more.
    package func forget(_ credential: SessionCredential) {
        if case .cached(let hash, _, _) = credential { tokenCache.remove(hash) }
    }

    static let invalidToken = SpotterError(.unauthorized, "This access token is not valid. Log in to get one.")

    static func principal(
        of hash: [UInt8],
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Principal {
        let found = try connection.first(holderOfToken, hash) { row in
            (
                session: try row.id(0, SessionID.self), expiresAt: try row.timestamp(1), issuedAt: try row.timestamp(2),
                isRevoked: !row.isNull(3), keyName: try row.optionalText(4), scopes: try row.optionalText(5),
                user: try User(row: row, from: 6)
            )
        }
        guard let found, !found.isRevoked else {
            throw invalidToken
        }
        // A clock that was set back would prolong its life.
        guard found.expiresAt > now, !found.issuedAt.isFromTheFuture(at: now) else {
            guard found.keyName == nil else { throw SpotterError(.tokenExpired, "This API key has expired.") }
            throw SpotterError(
                .tokenExpired,
                "This access token has expired. Get a new one with POST /v1/auth/refresh."
            )
        }
        let key = found.keyName.map { KeyGrant(name: $0, scopes: Set(KeyGrant.scopes(found.scopes ?? ""))) }
        return Principal(user: found.user, sessionId: found.session, key: key)
    }

    /// Put together once: each request runs it.
    private static let holderOfToken = """
        SELECT t.session_id, t.expires_at, coalesce(t.issued_at, s.created_at), s.revoked_at, k.name, k.scopes,
               \(User.columns(of: "u"))
        FROM tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = t.user_id
        LEFT JOIN api_keys k ON k.session_id = t.session_id
        WHERE t.hash = $1 AND t.kind = 'access'
        """

    // MARK: Rotation

    private enum Rotation: Sendable {
        case rotated(User, IssuedTokens)
        case reused(SessionID)
        case invalid
    }

    private struct RefreshToken {
        let session: SessionID
        let user: UserID
        let expiresAt: Timestamp
        let issuedAt: Timestamp
        let usedAt: Timestamp?
        let isRevoked: Bool
        let nonce: [UInt8]?
        let successor: [UInt8]?
    }

    /// Runs in one transaction, so two concurrent refreshes get the same tokens. It doesn't throw on reuse, because the
    /// revocation must be committed.
    private static func rotate(
        _ token: Secret,
        with nonce: [UInt8],
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Rotation {
        let hash = TokenGenerator.hash(token)
        let found = try connection.first(
            """
            SELECT t.session_id, t.user_id, t.expires_at, t.used_at, s.revoked_at, t.nonce, t.successor,
                   coalesce(t.issued_at, s.created_at)
            FROM tokens t JOIN sessions s ON s.id = t.session_id WHERE t.hash = $1 AND t.kind = 'refresh'
            """,
            hash
        ) {
            RefreshToken(
                session: try $0.id(0),
                user: try $0.id(1),
                expiresAt: try $0.timestamp(2),
                issuedAt: try $0.timestamp(7),
                usedAt: try $0.optionalTimestamp(3),
                isRevoked: !$0.isNull(4),
                nonce: $0.isNull(5) ? nil : try $0.blob(5),
                successor: $0.isNull(6) ? nil : try $0.blob(6)
            )
        }
        guard let found, !found.isRevoked, found.expiresAt > now,
            !found.issuedAt.isFromTheFuture(at: now),
            let user = try User.find(found.user, on: connection)
        else { return .invalid }
        if let usedAt = found.usedAt {
            guard let nonce = found.nonce, let successor = found.successor,
                usedAt.adding(seconds: refreshGraceSeconds) > now, try isUnused(successor, on: connection)
            else {
                try revoke(found.session, at: now, on: connection)
                return .reused(found.session)
            }
            return .rotated(user, IssuedTokens(succeeding: token, nonce: nonce, at: usedAt))
        }
        let issued = IssuedTokens(succeeding: token, nonce: nonce, at: now)
        try connection.execute(
            "UPDATE tokens SET used_at = $1, nonce = $2, successor = $3 WHERE hash = $4",
            now,
            nonce,
            TokenGenerator.hash(issued.refresh),
            hash
        )
        try connection.execute("UPDATE sessions SET last_seen_at = $1 WHERE id = $2", now, found.session)
        try issued.store(for: found.session, user: found.user, on: connection)
        try forgetNonces(until: now, usedUp: hash, on: connection)
        return .rotated(user, issued)
    }

    private static func isUnused(_ refreshToken: [UInt8], on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM tokens WHERE hash = $1 AND used_at IS NULL", refreshToken)
    }

    /// Ends the time of refreshes that can be repeated: those of a minute ago, and the one whose successor was used now.
    private static func forgetNonces(
        until now: Timestamp,
        usedUp successor: [UInt8],
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "UPDATE tokens SET nonce = NULL WHERE nonce IS NOT NULL AND (used_at <= $1 OR successor = $2)",
            now.adding(seconds: -refreshGraceSeconds),
            successor
        )
    }
}

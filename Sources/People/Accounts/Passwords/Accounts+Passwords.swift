public import Domain
public import SpotterAPI
import Storage

/// Changing a password, and resetting a forgotten one.
extension Accounts {
    public static let resetLifetimeSeconds: Int64 = 3600

    /// Changes a password. The requesting session continues; all others end.
    /// - Throws: `invalid_request` if the new password is invalid; `invalid_credentials` if the current one is wrong;
    ///   `conflict` if it was changed in the meantime; `unavailable` if too many passwords wait to be hashed.
    public func changePassword(from current: Secret, to new: Secret, by principal: Principal) async throws {
        try Validation.password(new)
        let stored = try await requirePassword(current, of: principal.userId)
        let hash = try await hasher.hash(new)
        let now = clock.now()
        let ended = try await database.write { connection in
            guard
                try connection.exists(
                    "SELECT 1 FROM users WHERE id = $1 AND password_hash = $2",
                    principal.userId,
                    stored
                )
            else { throw SpotterError(.conflict, "The password was changed meanwhile; log in with the new one.") }
            return try Self.setPassword(
                hash,
                of: principal.userId,
                keeping: principal.sessionId,
                at: now,
                on: connection
            )
        }
        observer.sessionsDidEnd(.sessions(ended))
    }

    /// Changes a password by a session whose log-in was moments ago, for protocols that don't send the current one. All
    /// sessions end, this one as well, and a new one opens.
    /// - Throws: `invalid_request` if the new password is invalid; `conflict` if the log-in is longer ago than `seconds`;
    ///   `unauthorized` if the session has ended; `forbidden` for an API key; `unavailable` if too many passwords wait to
    ///   be hashed.
    package func changePassword(
        to new: Secret,
        by principal: Principal,
        loggedInWithin seconds: Int64
    ) async throws -> AuthGrant {
        guard principal.key == nil else { throw SpotterError(.forbidden, "An API key can't change a password.") }
        try Validation.password(new)
        let now = clock.now()
        // Checked before hashing, so that late tries are cheap for the server, and again in the transaction.
        _ = try await database.read {
            try Self.requireLogin(principal.sessionId, since: now.adding(seconds: -seconds), at: now, on: $0)
        }
        let hash = try await hasher.hash(new)
        let (device, ended) = try await database.write { connection in
            let device = try Self.requireLogin(
                principal.sessionId,
                since: now.adding(seconds: -seconds),
                at: now,
                on: connection
            )
            return (device, try Self.setPassword(hash, of: principal.userId, at: now, on: connection))
        }
        observer.sessionsDidEnd(.sessions(ended))
        return try await openSession(for: principal.user, provenBy: hash, deviceName: device)
    }

    /// - Returns: the name of the session's device.
    private static func requireLogin(
        _ session: SessionID,
        since earliest: Timestamp,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> String {
        try requireLive(session, on: connection)
        let found = try connection.first("SELECT created_at, device_name FROM sessions WHERE id = $1", session) {
            (loggedInAt: try $0.timestamp(0), device: try $0.text(1))
        }
        guard let found, found.loggedInAt >= earliest, !found.loggedInAt.isFromTheFuture(at: now) else {
            throw SpotterError(.conflict, "The log-in is too long ago. Log in again.")
        }
        return found.device
    }

    /// Checks a password. Returns the stored hash, which the caller must compare again when it acts on the result.
    /// - Throws: `invalid_credentials` if the password is wrong; `unavailable` if too many passwords wait to be hashed.
    func requirePassword(_ password: Secret, of user: UserID) async throws -> String {
        let stored = try await database.read {
            try $0.first("SELECT password_hash FROM users WHERE id = $1", user) { try $0.text(0) }
        }
        guard try await hasher.verify(password, against: stored), let stored else { throw Self.wrongPassword }
        return stored
    }

    static let wrongPassword = SpotterError(.invalidCredentials, "The current password is wrong.")

    /// Sets a password on behalf of the administrator. All of the user's sessions and links with identities elsewhere end.
    /// - Parameter account: the email address or the id.
    /// - Throws: `invalid_request` if the password is invalid; `not_found` if there is no such account; `unavailable`
    ///   if too many passwords wait to be hashed.
    public func resetPassword(
        of account: String,
        to password: Secret,
        by admin: AdminActor = .folder
    ) async throws -> User {
        try Validation.password(password)
        let hash = try await hasher.hash(password)
        let now = clock.now()
        let (user, ended) = try await database.write { connection in
            let user = try Self.account(account, on: connection)
            try AdminLog.record(.setPassword, user: user.id, by: admin, at: now, on: connection)
            try Self.endLinks(of: user.id, on: connection)
            return (user, try Self.setPassword(hash, of: user.id, at: now, on: connection))
        }
        observer.sessionsDidEnd(.sessions(ended))
        return user
    }

    // MARK: Reset tokens

    /// Creates a one-time token that the administrator gives to the account's owner. Invalidates an older one.
    /// - Parameter account: the email address or the id.
    /// - Throws: `not_found` if there is no such account.
    public func issueReset(for account: String, by admin: AdminActor = .folder) async throws -> PasswordReset {
        let now = clock.now()
        let reset = PasswordReset(
            resetToken: tokens.make(prefix: "sp_p_"),
            expiresAt: now.adding(seconds: Self.resetLifetimeSeconds)
        )
        try await database.write { connection in
            let user = try Self.account(account, on: connection)
            try connection.execute("DELETE FROM reset_tokens WHERE user_id = $1 OR expires_at <= $2", user.id, now)
            try connection.execute(
                "INSERT INTO reset_tokens (hash, user_id, expires_at) VALUES ($1, $2, $3)",
                TokenGenerator.hash(reset.resetToken),
                user.id,
                reset.expiresAt
            )
            try AdminLog.record(.issueReset, user: user.id, by: admin, at: now, on: connection)
        }
        return reset
    }

    /// Sets a password with a reset token, which is used up. All of the account's sessions and links with identities
    /// elsewhere end: whoever knew the former password may have linked their own.
    /// - Throws: `invalid_request` if the password is invalid; `unauthorized` if the token is unknown, used or expired;
    ///   `unavailable` if too many passwords wait to be hashed.
    public func resetPassword(with token: Secret, to password: Secret) async throws {
        try Validation.password(password)
        let key = TokenGenerator.hash(token)
        let now = clock.now()
        // Checked before hashing, so that guesses are cheap for the server, and again in the transaction.
        guard try await database.read({ try Self.owner(ofReset: key, at: now, on: $0) }) != nil else {
            throw Self.wrongReset
        }
        let hash = try await hasher.hash(password)
        let ended = try await database.write { connection in
            guard let user = try Self.owner(ofReset: key, at: now, on: connection) else { throw Self.wrongReset }
            try Self.endLinks(of: user, on: connection)
            return try Self.setPassword(hash, of: user, at: now, on: connection)
        }
        observer.sessionsDidEnd(.sessions(ended))
    }

    private static let wrongReset = SpotterError(
        .unauthorized,
        "This reset token is unknown, was used or has ended; ask your administrator for a new one."
    )

    // MARK: Rows

    private static func owner(
        ofReset hash: [UInt8],
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> UserID? {
        let found = try connection.first(
            "SELECT user_id, expires_at FROM reset_tokens WHERE hash = $1 AND expires_at > $2",
            hash,
            now
        ) { (owner: try $0.id(0, UserID.self), expiresAt: try $0.timestamp(1)) }
        // A clock that was set back would prolong its life.
        guard let found, !found.expiresAt.adding(seconds: -resetLifetimeSeconds).isFromTheFuture(at: now) else {
            return nil
        }
        return found.owner
    }

    /// The account with this address or id, disabled ones included.
    /// - Throws: `not_found` if there is none.
    static func account(_ name: String, on connection: any SQLConnection) throws -> User {
        let address = EmailAddress.lookup(name)
        let found = try connection.first(
            """
            SELECT \(User.columns) FROM users WHERE (email = $1 OR email = $2 OR id = $3) AND deleted_at IS NULL
            ORDER BY email = $1 DESC LIMIT 1
            """,
            address.earlier,
            address.current,
            UserID(name.trimmed.lowercased())
        ) { try User(row: $0) }
        guard let found else { throw SpotterError.notFound("account") }
        return found
    }

    /// Sets a password, invalidates reset tokens and ends sessions. Returns the sessions that were active.
    private static func setPassword(
        _ hash: String,
        of user: UserID,
        keeping kept: SessionID? = nil,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Set<SessionID> {
        try connection.execute("UPDATE users SET password_hash = $1 WHERE id = $2", hash, user)
        try connection.execute("DELETE FROM reset_tokens WHERE user_id = $1", user)
        return try revoke(sessionsOf: user, except: kept, at: now, on: connection)
    }
}

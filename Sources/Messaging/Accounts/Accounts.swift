public import Domain
import Foundation
public import Storage

/// Sign-up, log-in, sessions. Tokens rotate; whoever shows a used refresh token ends the whole session.
public struct Accounts: Sendable {
    public static let accessLifetimeSeconds: Int64 = 3600
    public static let refreshLifetimeSeconds: Int64 = 30 * 86_400

    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let hasher: PasswordHasher
    private let mint = TokenMint()
    /// Told which session or user has just lost its rights, so that open sockets close.
    let onRevocation: @Sendable (Revocation) -> Void

    public enum Revocation: Sendable, Hashable {
        case session(SessionID)
        case user(UserID)
    }

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        hasher: PasswordHasher,
        onRevocation: @escaping @Sendable (Revocation) -> Void
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.hasher = hasher
        self.onRevocation = onRevocation
    }

    public struct Registration: Sendable {
        public var email: String
        public var password: Secret
        public var displayName: String
        public var role: Role
        public var timezone: String?

        public init(email: String, password: Secret, displayName: String, role: Role, timezone: String? = nil) {
            self.email = email
            self.password = password
            self.displayName = displayName
            self.role = role
            self.timezone = timezone
        }
    }

    public func register(_ registration: Registration, deviceName: String = "") async throws -> Credentials {
        let user = try await create(registration)
        return try await openSession(for: user, deviceName: deviceName)
    }

    /// An account without a session; for import and administration.
    public func create(_ registration: Registration) async throws -> User {
        try Validation.password(registration.password)
        let user = User(
            id: ids.next(),
            email: try Validation.email(registration.email),
            displayName: try Validation.displayName(registration.displayName),
            role: registration.role,
            timezone: try Self.timezone(registration.timezone)
        )
        let hash = try await hasher.hash(registration.password)
        let now = clock.now()
        return try await database.write { connection in
            guard try user.insert(passwordHash: hash, at: now, on: connection) else {
                throw SpotterError(.emailTaken, "There is already an account with this email address; log in instead.")
            }
            return user
        }
    }

    public func login(email: String, password: Secret, deviceName: String = "") async throws -> Credentials {
        let address = email.trimmed.lowercased()
        let found = try await database.read { connection in
            try connection.first("SELECT \(User.columns), password_hash FROM users WHERE email = $1", address) {
                (user: try User(row: $0), hash: try $0.text(5))
            }
        }
        let isRight = try await hasher.verify(password, against: found?.hash)
        guard isRight, let user = found?.user else {
            throw SpotterError(.invalidCredentials, "Email address or password is wrong.")
        }
        return try await openSession(for: user, deviceName: deviceName)
    }

    /// New tokens for an old refresh token, which is used up by this.
    public func refresh(_ token: Secret) async throws -> Credentials {
        let issued = issue(now: clock.now())
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

    public func logout(_ session: SessionID) async throws {
        let now = clock.now()
        try await database.write { try Self.revoke(session, at: now, on: $0) }
        onRevocation(.session(session))
    }

    /// Whose access token this is, right now.
    public func authenticate(_ token: Secret) async throws -> Principal {
        let hash = TokenMint.hash(token)
        let now = clock.now()
        let found = try await database.read { connection in
            try connection.first(
                """
                SELECT u.id, u.email, u.display_name, u.role, u.timezone, t.session_id, t.expires_at, s.revoked_at
                FROM tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = t.user_id
                WHERE t.hash = $1 AND t.kind = 'access'
                """,
                hash
            ) { row in
                (
                    principal: Principal(user: try User(row: row), sessionId: try row.id(5)),
                    expiresAt: try row.timestamp(6), isRevoked: !row.isNull(7)
                )
            }
        }
        guard let found, !found.isRevoked else {
            throw SpotterError(.unauthorized, "This access token is not valid. Log in to get one.")
        }
        guard found.expiresAt > now else {
            throw SpotterError(
                .tokenExpired,
                "This access token has expired. Get a new one with POST /v1/auth/refresh."
            )
        }
        return found.principal
    }

    /// - Throws: `unauthorized` where the session has ended, however good its token was.
    public func requireLive(_ session: SessionID) async throws {
        let isLive = try await database.read {
            try $0.exists("SELECT 1 FROM sessions WHERE id = $1 AND revoked_at IS NULL", session)
        }
        guard isLive else { throw SpotterError(.unauthorized, "This session has ended. Log in again.") }
    }

    public func user(_ id: UserID) async throws -> User? {
        try await database.read { try User.find(id, on: $0) }
    }

    public struct Change: Sendable {
        public var displayName: String?
        public var timezone: String?

        public init(displayName: String?, timezone: String?) {
            self.displayName = displayName
            self.timezone = timezone
        }
    }

    public func change(_ user: User, _ change: Change) async throws -> User {
        var changed = user
        if let name = change.displayName { changed.displayName = try Validation.displayName(name) }
        if change.timezone != nil { changed.timezone = try Self.timezone(change.timezone) }
        let result = changed
        try await database.write { connection in
            _ = try connection.execute(
                "UPDATE users SET display_name = $1, timezone = $2 WHERE id = $3",
                result.displayName,
                result.timezone,
                result.id
            )
        }
        return result
    }

    /// Sets a password for the administrator and ends all of the user's sessions.
    public func resetPassword(of email: String, to password: Secret) async throws -> User {
        try Validation.password(password)
        let hash = try await hasher.hash(password)
        let address = email.trimmed.lowercased()
        let now = clock.now()
        let user = try await database.write { connection in
            guard let user = try User.find(email: address, on: connection) else {
                throw SpotterError.notFound("account")
            }
            try connection.execute("UPDATE users SET password_hash = $1 WHERE id = $2", hash, user.id)
            try connection.execute(
                "UPDATE sessions SET revoked_at = $1 WHERE user_id = $2 AND revoked_at IS NULL",
                now,
                user.id
            )
            return user
        }
        onRevocation(.user(user.id))
        return user
    }

    public func all() async throws -> [User] {
        try await database.read {
            try $0.query("SELECT \(User.columns) FROM users ORDER BY email") { try User(row: $0) }
        }
    }

    package static func timezone(_ name: String?) throws -> String {
        guard let name = name?.trimmed, !name.isEmpty else { return "UTC" }
        guard TimeZone(identifier: name) != nil else {
            throw SpotterError.invalid(
                "'\(name.prefix(64))' is not a time zone; give an IANA name like Europe/Stockholm."
            )
        }
        return name
    }

    // MARK: Sessions

    private func openSession(for user: User, deviceName: String) async throws -> Credentials {
        let session = Session(
            id: ids.next(),
            userId: user.id,
            deviceName: String(deviceName.prefix(100)),
            createdAt: clock.now()
        )
        let issued = issue(now: session.createdAt)
        try await database.write { connection in
            try connection.execute(
                "INSERT INTO sessions (id, user_id, device_name, created_at) VALUES ($1, $2, $3, $4)",
                session.id,
                session.userId,
                session.deviceName,
                session.createdAt
            )
            try issued.store(for: session.id, user: user.id, on: connection)
            try connection.execute("DELETE FROM tokens WHERE expires_at < $1", issued.now)
        }
        return issued.credentials(for: user)
    }

    private func issue(now: Timestamp) -> IssuedTokens {
        IssuedTokens(
            access: mint.make(prefix: "sp_a_"),
            refresh: mint.make(prefix: "sp_r_"),
            now: now,
            accessEnds: now.adding(seconds: Self.accessLifetimeSeconds),
            refreshEnds: now.adding(seconds: Self.refreshLifetimeSeconds)
        )
    }

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
        try issued.store(for: found.session, user: found.user, on: connection)
        return .rotated(user)
    }

    private static func revoke(_ session: SessionID, at now: Timestamp, on connection: any SQLConnection) throws {
        try connection.execute(
            "UPDATE sessions SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL",
            now,
            session
        )
    }
}

/// A pair of tokens that was just made.
private struct IssuedTokens: Sendable {
    let access: Secret
    let refresh: Secret
    let now: Timestamp
    let accessEnds: Timestamp
    let refreshEnds: Timestamp

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

    func credentials(for user: User) -> Credentials {
        Credentials(user: user, accessToken: access, refreshToken: refresh, expiresAt: accessEnds)
    }
}

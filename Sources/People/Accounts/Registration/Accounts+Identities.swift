public import Domain
public import SpotterAPI
import Storage

/// Signing in by an identity elsewhere in place of a password.
extension Accounts {
    /// Opens a session of the account that is linked with an identity.
    /// - Returns: `nil` if none is.
    /// - Throws: `account_disabled`; `invalid_credentials` if the password is changed before the session opens.
    public func login(_ identity: ProvenIdentity, deviceName: String = "") async throws -> AuthGrant? {
        let found = try await database.read { connection in
            try connection.first(
                """
                SELECT u.id, u.password_hash FROM identities i JOIN users u ON u.id = i.user_id
                WHERE i.issuer = $1 AND i.subject = $2 AND u.deleted_at IS NULL
                """,
                identity.issuer,
                identity.subject
            ) { (id: try $0.id(0, UserID.self), hash: try $0.text(1)) }
        }
        guard let found, let user = try await user(found.id) else { return nil }
        return try await openSession(for: user, provenBy: found.hash, deviceName: deviceName)
    }

    /// Whether somebody can log in to an account with this address. Told only to whom the address belongs.
    public func hasAccount(withAddressOf identity: ProvenIdentity) async throws -> Bool {
        let address = EmailAddress.lookup(identity.email)
        return try await database.read { connection in
            try connection.first(
                "SELECT 1 FROM users WHERE (email = $1 OR email = $2) AND password_hash <> $3",
                address.earlier,
                address.current,
                User.lockedPassword
            ) { _ in true } ?? false
        }
    }

    /// Links an identity with an account, whose owner has proved both.
    /// - Throws: `conflict` if it is linked with another account; `not_found` if the account is gone.
    public func link(_ identity: ProvenIdentity, with user: UserID) async throws {
        let now = clock.now()
        try await database.write { connection in
            guard try User.find(user, on: connection) != nil else { throw SpotterError.notFound("account") }
            try Self.insert(identity, of: user, at: now, on: connection)
        }
    }

    /// Ends all links of an account: none of these identities opens it any more.
    public func unlinkIdentities(of user: UserID) async throws {
        try await database.write { try Self.endLinks(of: user, on: $0) }
    }

    static func endLinks(of user: UserID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM identities WHERE user_id = $1", user)
    }

    /// - Throws: `conflict` if it is linked with another account.
    static func insert(
        _ identity: ProvenIdentity,
        of user: UserID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        let owner = try connection.first(
            "SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2",
            identity.issuer,
            identity.subject
        ) { try $0.id(0, UserID.self) }
        guard owner != user else { return }
        guard owner == nil else {
            throw SpotterError(.conflict, "That identity belongs to another account here.")
        }
        try connection.execute(
            "INSERT INTO identities (issuer, subject, user_id, linked_at) VALUES ($1, $2, $3, $4)",
            identity.issuer,
            identity.subject,
            user,
            now
        )
    }

    /// The identities with which an account is linked, the oldest first.
    public func identities(of user: UserID) async throws -> [LinkedIdentity] {
        try await database.read { connection in
            try connection.query(
                "SELECT issuer, subject, linked_at FROM identities WHERE user_id = $1 ORDER BY linked_at, issuer, subject",
                user
            ) { LinkedIdentity(issuer: try $0.text(0), subject: try $0.text(1), linkedAt: try $0.timestamp(2)) }
        }
    }
}

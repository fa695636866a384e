public import Domain
public import SpotterAPI
import Storage

/// API keys. A key is a session with one token of its own, so that whatever ends a user's sessions ends their keys: a new
/// password, logging out everywhere else, disabling and deleting the account.
extension Accounts {
    public static let maxKeysPerUser = 50
    static let keyNameLength = 1...60

    /// Makes a key. Only its hash is stored; the secret can't be told again.
    /// - Throws: `invalid_request`; `forbidden` by a key, or for the scope `admin`; `conflict` if there are too many.
    public func makeKey(_ request: NewKeyRequest, by principal: Principal) async throws -> (key: APIKey, secret: Secret)
    {
        guard principal.key == nil else { throw SpotterError(.forbidden, "An API key can't make API keys. Log in.") }
        let now = clock.now()
        let key = try Self.checked(request, id: ids.next(), at: now)
        let secret = tokens.make(prefix: "sp_k_")
        try await database.write { connection in
            try Self.requireLive(principal.sessionId, on: connection)
            let count = try connection.first(
                "SELECT count(*) FROM api_keys k WHERE k.user_id = $1 AND \(Session.isUsable("k.session_id", at: "$2"))",
                principal.userId,
                now
            ) { Int(try $0.int(0)) }
            guard count ?? 0 < Self.maxKeysPerUser else {
                throw SpotterError(.conflict, "You have \(Self.maxKeysPerUser) keys. Revoke one first.")
            }
            try connection.execute(
                "INSERT INTO sessions (id, user_id, device_name, created_at) VALUES ($1, $2, $3, $4)",
                key.id,
                principal.userId,
                "API key \(key.name)",
                now
            )
            try connection.execute(
                "INSERT INTO api_keys (session_id, user_id, name, scopes, expires_at) VALUES ($1, $2, $3, $4, $5)",
                key.id,
                principal.userId,
                key.name,
                key.scopes.map(\.rawValue).joined(separator: " "),
                key.expiresAt
            )
            try connection.execute(
                """
                INSERT INTO tokens (hash, kind, session_id, user_id, expires_at, issued_at)
                VALUES ($1, 'access', $2, $3, $4, $5)
                """,
                TokenGenerator.hash(secret),
                key.id,
                principal.userId,
                key.expiresAt ?? .latest,
                now
            )
        }
        return (key, secret)
    }

    /// The keys that can be used, oldest first.
    public func keys(of user: UserID) async throws -> [APIKey] {
        let now = clock.now()
        return try await database.read { connection in
            try connection.query(
                """
                SELECT s.id, k.name, k.scopes, s.created_at, s.last_seen_at, k.expires_at
                FROM api_keys k JOIN sessions s ON s.id = k.session_id
                WHERE k.user_id = $1 AND \(Session.isUsable("s.id", at: "$2")) ORDER BY s.created_at, s.id
                """,
                user,
                now
            ) { row in
                let id = try row.id(0, SessionID.self)
                let seen = [try row.optionalTimestamp(4), activity.pending(id)].compactMap { $0 }
                return APIKey(
                    id: id,
                    name: try row.text(1),
                    scopes: KeyGrant.scopes(try row.text(2)),
                    createdAt: try row.timestamp(3),
                    lastUsedAt: seen.max(),
                    expiresAt: try row.optionalTimestamp(5)
                )
            }
        }
    }

    /// Ends a key and closes its sockets.
    /// - Throws: `not_found` if the requester has no such key.
    public func revokeKey(_ id: SessionID, by principal: Principal) async throws {
        let now = clock.now()
        try await database.write { connection in
            let owner = try connection.first(
                """
                SELECT k.user_id FROM api_keys k JOIN sessions s ON s.id = k.session_id
                WHERE s.id = $1 AND s.revoked_at IS NULL
                """,
                id
            ) { try $0.id(0, UserID.self) }
            guard let owner, Access.can(principal.actor, .own(owner)) else { throw SpotterError.notFound("key") }
            try Self.revoke(id, at: now, on: connection)
        }
        observer.sessionsDidEnd(.session(id))
    }

    private static func checked(_ request: NewKeyRequest, id: SessionID, at now: Timestamp) throws -> APIKey {
        let name = request.name.trimmed
        guard TextLength(keyNameLength).admits(name),
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw SpotterError.invalid("A key needs a name of 1 to 60 characters.") }
        let scopes = KeyScope.allCases.filter(request.scopes.contains)
        guard !scopes.isEmpty else { throw SpotterError.invalid("A key needs at least one scope.") }
        guard !scopes.contains(.admin) else {
            throw SpotterError(
                .forbidden,
                "No account administers this server, so no key does: use the admin token of `spotter admin token`."
            )
        }
        if let end = request.expiresAt, end <= now { throw SpotterError.invalid("expiresAt must be ahead.") }
        return APIKey(id: id, name: name, scopes: scopes, createdAt: now, expiresAt: request.expiresAt)
    }
}

extension KeyGrant {
    /// From the stored form. Words that this version doesn't know give nothing.
    static func scopes(_ text: String) -> [KeyScope] {
        text.split(separator: " ").compactMap { KeyScope(rawValue: String($0)) }
    }
}

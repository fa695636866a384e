package import Domain
import Storage

/// Signed tokens that stand for an opaque one: the same session and the same end, in a form that others can verify.
///
/// Here such a token is a token like any other: it counts because its hash is stored, and ends with its session. Its
/// signature is for programs that can't ask the server.
extension Accounts {
    /// What a signed token says.
    package struct TokenFacts: Sendable {
        package let principal: Principal
        package let accountCreatedAt: Timestamp
        package let loggedInAt: Timestamp
        package let issuedAt: Timestamp
        package let expiresAt: Timestamp
    }

    /// - Throws: `unauthorized` if the token is unknown or its session has ended; `token_expired` if it has expired.
    package func facts(of access: Secret) async throws -> TokenFacts {
        let (hash, now) = (TokenGenerator.hash(access), clock.now())
        return try await database.read { connection in
            let principal = try Self.principal(of: hash, at: now, on: connection)
            let facts = try connection.first(
                """
                SELECT u.created_at, s.created_at, coalesce(t.issued_at, s.created_at), t.expires_at
                FROM tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = t.user_id
                WHERE t.hash = $1
                """,
                hash
            ) {
                TokenFacts(
                    principal: principal,
                    accountCreatedAt: try $0.timestamp(0),
                    loggedInAt: try $0.timestamp(1),
                    issuedAt: try $0.timestamp(2),
                    expiresAt: try $0.timestamp(3)
                )
            }
            guard let facts else { throw Self.invalidToken }
            return facts
        }
    }

    /// Makes `signed` a token of the session that `access` belongs to.
    /// - Throws: `unauthorized` if there is no such access token.
    package func add(_ signed: Secret, besides access: Secret) async throws {
        let hashes = (signed: TokenGenerator.hash(signed), access: TokenGenerator.hash(access))
        let added = try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO tokens (hash, kind, session_id, user_id, expires_at, issued_at)
                SELECT $1, kind, session_id, user_id, expires_at, issued_at FROM tokens
                WHERE hash = $2 AND kind = 'access'
                """,
                hashes.signed,
                hashes.access
            )
        }
        guard added == 1 else { throw Self.invalidToken }
    }
}

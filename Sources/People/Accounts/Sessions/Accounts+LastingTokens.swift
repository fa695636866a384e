package import Domain
import Storage

/// For clients that know one token and no refresh.
extension Accounts {
    /// Lets an access token live as long as its session's refresh token would.
    /// - Throws: `unauthorized` if there is no such access token.
    package func prolong(_ access: Secret) async throws {
        let (hash, ends) = (TokenGenerator.hash(access), clock.now().adding(seconds: Self.refreshLifetimeSeconds))
        let changed = try await database.write { connection in
            try connection.execute(
                "UPDATE tokens SET expires_at = $1 WHERE hash = $2 AND kind = 'access'",
                ends,
                hash
            )
        }
        guard changed == 1 else { throw Self.invalidToken }
    }

    /// The address of the one account whose address begins with `localpart`; `nil` if there are none or several.
    package func email(withLocalpart localpart: String) async throws -> String? {
        let prefix = localpart.lowercased() + "@"
        let found = try await database.read { connection in
            try connection.query(
                """
                SELECT email FROM users WHERE email >= $1 AND email < $2 AND deleted_at IS NULL LIMIT 2
                """,
                prefix,
                localpart.lowercased() + "A"
            ) { try $0.text(0) }
        }
        return found.count == 1 ? found.first : nil
    }
}

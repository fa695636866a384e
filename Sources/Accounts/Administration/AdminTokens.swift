public import Domain
public import Storage

/// Tokens of the operator, for administration of a running server. Stored as hashes, like all others.
public struct AdminTokens: Sendable {
    let database: any Database
    let clock: any WallClock

    public init(database: any Database, clock: any WallClock) {
        self.database = database
        self.clock = clock
    }

    /// Makes a new token and forgets the older ones.
    public func replace() async throws -> Secret {
        let token = TokenMint().make(prefix: "sp_admin_")
        let now = clock.now()
        try await database.write { connection in
            try connection.execute("DELETE FROM admin_tokens")
            _ = try connection.execute(
                "INSERT INTO admin_tokens (hash, created_at) VALUES ($1, $2)",
                TokenMint.hash(token),
                now
            )
        }
        return token
    }

    public func isValid(_ token: Secret) async throws -> Bool {
        let hash = TokenMint.hash(token)
        return try await database.read { try $0.exists("SELECT 1 FROM admin_tokens WHERE hash = $1", hash) }
    }
}

public import Domain
public import Storage

/// The operator's token for administering a running server. Only its hash is stored.
public struct AdminTokens: Sendable {
    let database: any Database
    let clock: any WallClock

    public init(database: any Database, clock: any WallClock) {
        self.database = database
        self.clock = clock
    }

    /// Creates a new token and invalidates older ones.
    public func replace() async throws -> Secret {
        let token = TokenGenerator().make(prefix: "sp_admin_")
        let now = clock.now()
        try await database.write { connection in
            try connection.execute("DELETE FROM admin_tokens")
            _ = try connection.execute(
                "INSERT INTO admin_tokens (hash, created_at) VALUES ($1, $2)",
                TokenGenerator.hash(token),
                now
            )
        }
        return token
    }

    public func isValid(_ token: Secret) async throws -> Bool {
        let hash = TokenGenerator.hash(token)
        return try await database.read { try $0.exists("SELECT 1 FROM admin_tokens WHERE hash = $1", hash) }
    }
}

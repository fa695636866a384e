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
            try AdminLog.record(.replaceToken, by: .folder, at: now, on: connection)
        }
        return token
    }

    /// The administrator who holds this token; `nil` if it isn't valid.
    ///
    /// Hashes are compared in constant time, so that the duration tells nothing about the stored one.
    public func actor(of token: Secret) async throws -> AdminActor? {
        let hash = TokenGenerator.hash(token)
        let stored = try await database.read { try $0.query("SELECT hash FROM admin_tokens") { try $0.blob(0) } }
        let matches = stored.filter { candidate in
            candidate.count == hash.count && zip(candidate, hash).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
        }
        return matches.isEmpty ? nil : .token(hash: hash)
    }
}

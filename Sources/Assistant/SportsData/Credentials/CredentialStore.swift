public import Domain
import Logging
import Storage

/// Keeps people's credentials encrypted. They go in and never come out again, but towards the operator's service.
public struct CredentialStore: Sendable {
    /// The name of the key's file among the data folder's keys.
    public static let keyName = "credentials.key"

    let database: any Database
    private let seal: CredentialSeal
    private let clock: any WallClock
    private let logger: Logger

    /// - Parameter key: 32 random bytes, kept outside the database.
    init(database: any Database, key: [UInt8], clock: any WallClock, logger: Logger) {
        self.database = database
        seal = CredentialSeal(key: key)
        self.clock = clock
        self.logger = logger
    }

    /// Keeps a user's credentials in place of those before.
    public func set(_ credentials: LeagueCredentials, of user: UserID) async throws {
        let sealed = try seal.seal(credentials, of: user)
        let now = clock.now()
        try await database.write { connection in
            connection.markErasure()
            try connection.execute(
                """
                INSERT INTO sports_credentials (user_id, sealed, updated_at) VALUES ($1, $2, $3)
                ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed, updated_at = excluded.updated_at
                """,
                user,
                sealed,
                now
            )
        }
    }

    /// Has no effect if there are none.
    public func remove(of user: UserID) async throws {
        try await database.write { connection in
            connection.markErasure()
            try connection.execute("DELETE FROM sports_credentials WHERE user_id = $1", user)
        }
    }

    /// Since when there are some; `nil` if there are none.
    public func updatedAt(of user: UserID) async throws -> Timestamp? {
        try await database.read { connection in
            try connection.first("SELECT updated_at FROM sports_credentials WHERE user_id = $1", user) {
                try $0.timestamp(0)
            }
        }
    }

    /// For the service alone.
    /// - Throws: `unavailable` if they were sealed under another key.
    func credentials(of user: UserID) async throws -> LeagueCredentials? {
        let sealed = try await database.read { connection in
            try connection.first("SELECT sealed FROM sports_credentials WHERE user_id = $1", user) { try $0.blob(0) }
        }
        guard let sealed else { return nil }
        do {
            return try seal.open(sealed, of: user)
        } catch {
            logger.error("league credentials can't be opened by keys/\(Self.keyName)", metadata: ["user": "\(user)"])
            throw SpotterError(.unavailable, "Your league credentials can't be opened any more; set them anew.")
        }
    }
}

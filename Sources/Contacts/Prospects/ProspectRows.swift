package import Domain
package import Storage

extension Prospect {
    package func insert(for trainer: UserID, at now: Timestamp, on connection: any SQLConnection) throws {
        try connection.execute(
            "INSERT INTO prospects (id, trainer_id, display_name, timezone, created_at) VALUES ($1, $2, $3, $4, $5)",
            id,
            trainer,
            displayName,
            timezone,
            now
        )
    }

    /// Whether the trainer has, or had before they became a client, a prospect of this name.
    package static func exists(named name: String, of trainer: UserID, on connection: any SQLConnection) throws -> Bool
    {
        try connection.exists("SELECT 1 FROM prospects WHERE trainer_id = $1 AND display_name = $2", trainer, name)
    }
}

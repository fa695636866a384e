public import Accounts
import Contacts
public import Domain
public import Storage

/// Erases profiles with an account or a relation.
public struct ProfileErasure: AccountDeletionParticipant {
    private let database: any Database

    private static let tables = [
        "profile_statements", "profile_changes", "profile_reviews", "profile_rebuilds", "profile_model_queue",
    ]

    public init(database: any Database) { self.database = database }

    public func erase(_ user: DeletedUser) async throws {
        try await database.write { connection in
            connection.markErasure()
            for table in Self.tables {
                try connection.execute("DELETE FROM \(table) WHERE trainer_id = $1 OR client_id = $1", user.id)
            }
        }
    }

    public func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        try !Self.tables.contains { table in
            try connection.exists("SELECT 1 FROM \(table) WHERE trainer_id = $1 OR client_id = $1", user)
        }
    }

    /// A profile ends with the relation. If the two agree again, it's made again of the messages in their chat.
    static func relationDidChange(_ pair: ProfilePair, on connection: any SQLConnection) throws {
        guard try !Contacts.exists(trainer: pair.trainer, client: pair.client, on: connection) else {
            return try ProfileWork.requestRebuild(of: pair, on: connection)
        }
        connection.markErasure()
        for table in tables {
            try connection.execute(
                "DELETE FROM \(table) WHERE trainer_id = $1 AND client_id = $2",
                pair.trainer,
                pair.client
            )
        }
    }
}

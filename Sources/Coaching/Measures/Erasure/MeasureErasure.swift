public import Accounts
import Contacts
public import Domain
public import Storage

/// Erases measures with an account or a relation.
public struct MeasureErasure: AccountDeletionParticipant {
    private let database: any Database

    private static let tables = [
        "measure_points", "measure_rebuilds", "measure_alert_queue", "measure_alerts", "measure_changes",
        "measure_model_queue",
    ]

    public init(database: any Database) { self.database = database }

    public func erase(_ user: DeletedUser) async throws {
        try await database.write { connection in
            connection.markErasure()
            try AlertRows.withdraw("trainer_id = $1 OR client_id = $1", user.id, on: connection)
            for table in Self.tables {
                try connection.execute("DELETE FROM \(table) WHERE trainer_id = $1 OR client_id = $1", user.id)
            }
            try connection.execute("DELETE FROM measure_settings WHERE user_id = $1", user.id)
            try connection.execute("DELETE FROM measure_kinds WHERE trainer_id = $1", user.id)
        }
    }

    public func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        let hasOwn = try connection.exists(
            """
            SELECT 1 FROM measure_settings WHERE user_id = $1
            UNION ALL SELECT 1 FROM measure_kinds WHERE trainer_id = $1
            """,
            user
        )
        return try !hasOwn
            && !Self.tables.contains { table in
                try connection.exists("SELECT 1 FROM \(table) WHERE trainer_id = $1 OR client_id = $1", user)
            }
    }

    /// Measures end with the relation. If the two agree again, they are read again in their chat.
    static func relationDidChange(_ pair: MeasurePair, on connection: any SQLConnection) throws {
        guard try !Contacts.exists(trainer: pair.trainer, client: pair.client, on: connection) else {
            return try MeasureWork.requestRebuild(of: pair, on: connection)
        }
        connection.markErasure()
        try AlertRows.withdraw("trainer_id = $1 AND client_id = $2", pair.trainer, pair.client, on: connection)
        for table in tables {
            try connection.execute(
                "DELETE FROM \(table) WHERE trainer_id = $1 AND client_id = $2",
                pair.trainer,
                pair.client
            )
        }
    }
}

public import Accounts
import Contacts
public import Domain
public import Storage

/// Erases check-ins with an account or a relation.
public struct CheckInErasure: AccountDeletionParticipant {
    private let database: any Database

    public init(database: any Database) { self.database = database }

    public func erase(_ user: DeletedUser) async throws {
        try await database.write { connection in
            connection.markErasure()
            try Self.deleteAsked("trainer_id = $1 OR client_id = $1", user.id, on: connection)
            try connection.execute(
                """
                DELETE FROM check_in_clients WHERE client_id = $1
                    OR check_in_id IN (SELECT id FROM check_ins WHERE trainer_id = $1)
                """,
                user.id
            )
            try connection.execute("DELETE FROM check_ins WHERE trainer_id = $1", user.id)
            try connection.execute("DELETE FROM check_in_changes WHERE trainer_id = $1", user.id)
        }
    }

    public func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        let rows = [
            "check_ins WHERE trainer_id = $1", "check_in_clients WHERE client_id = $1",
            "asked_check_ins WHERE trainer_id = $1 OR client_id = $1", "check_in_changes WHERE trainer_id = $1",
        ]
        return try !rows.contains { try connection.exists("SELECT 1 FROM \($0)", user) }
    }

    /// Deletes what was asked, with its answers.
    static func deleteAsked(
        _ condition: String,
        _ arguments: any SQLBindable...,
        on connection: any SQLConnection
    ) throws {
        for table in ["check_in_answers", "check_in_queue"] {
            try connection.execute(
                "DELETE FROM \(table) WHERE asked_id IN (SELECT id FROM asked_check_ins WHERE \(condition))",
                arguments
            )
        }
        try connection.execute("DELETE FROM asked_check_ins WHERE \(condition)", arguments)
    }

    /// Check-ins end with the relation.
    static func relationDidChange(
        trainer: UserID,
        client: UserID,
        on connection: any SQLConnection
    ) throws {
        guard try !Contacts.exists(trainer: trainer, client: client, on: connection) else { return }
        connection.markErasure()
        try deleteAsked("trainer_id = $1 AND client_id = $2", trainer, client, on: connection)
        try connection.execute(
            """
            DELETE FROM check_in_clients
            WHERE check_in_id IN (SELECT id FROM check_ins WHERE trainer_id = $1) AND client_id = $2
            """,
            trainer,
            client
        )
    }
}

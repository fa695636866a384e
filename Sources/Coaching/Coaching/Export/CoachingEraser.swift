public import Accounts
public import Domain
public import Storage

/// Erases what a deleted user has written for themselves, and what trainers have written about them.
public struct CoachingEraser: AccountDeletionParticipant {
    private let database: any Database

    public init(database: any Database) { self.database = database }

    /// Nothing is sent any more for a closed account.
    public func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM broadcast_recipients WHERE owner_id = $1", user.id)
    }

    public func erase(_ user: DeletedUser) async throws {
        try await database.write { connection in
            connection.markErasure()
            for statement in [
                "DELETE FROM message_templates WHERE owner_id = $1",
                "DELETE FROM broadcast_recipients WHERE owner_id = $1 OR user_id = $1",
                "DELETE FROM broadcasts WHERE owner_id = $1",
                "DELETE FROM client_notes WHERE trainer_id = $1 OR client_id = $1",
                "DELETE FROM client_tags WHERE trainer_id = $1 OR client_id = $1",
            ] { try connection.execute(statement, user.id) }
        }
    }

    public func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        try !connection.exists(
            """
            SELECT 1 FROM client_notes WHERE trainer_id = $1 OR client_id = $1
            UNION ALL SELECT 1 FROM client_tags WHERE trainer_id = $1 OR client_id = $1
            UNION ALL SELECT 1 FROM message_templates WHERE owner_id = $1
            UNION ALL SELECT 1 FROM broadcast_recipients WHERE owner_id = $1 OR user_id = $1
            """,
            user
        )
    }
}

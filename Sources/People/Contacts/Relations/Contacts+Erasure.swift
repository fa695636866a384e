public import Accounts
public import Domain
public import Storage

extension Contacts: AccountDeletionParticipant {
    /// Deletes relations, requests, blocks and invitations together with the account.
    public func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) throws {
        for statement in [
            "DELETE FROM contacts WHERE trainer_id = $1 OR client_id = $1",
            "DELETE FROM blocks WHERE blocker_id = $1 OR blocked_id = $1",
            "DELETE FROM invitations WHERE trainer_id = $1 OR accepted_by = $1",
            "DELETE FROM contact_requests WHERE trainer_id = $1",
        ] { try connection.execute(statement, user.id) }
        for statement in ["DELETE FROM invitations WHERE email = $1", "DELETE FROM contact_requests WHERE email = $1"] {
            try connection.execute(statement, email)
        }
    }

    public func erase(_ user: DeletedUser) async throws {
        try await database.write { connection in
            connection.markErasure()
            // A prospect row still has the name of a client it was converted to.
            try connection.execute("DELETE FROM prospects WHERE trainer_id = $1 OR converted_to = $1", user.id)
            _ = try connection.execute("DELETE FROM contact_requests WHERE trainer_id = $1", user.id)
        }
    }

    public func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        try !connection.exists(
            """
            SELECT 1 FROM prospects WHERE trainer_id = $1
            UNION ALL SELECT 1 FROM contact_requests WHERE trainer_id = $1
            """,
            user
        )
    }
}

import Accounts
import Domain
import Storage

/// Erases a user's credentials in the transaction that closes the account.
struct CredentialErasure: AccountDeletionParticipant {
    let database: any Database

    func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) throws {
        connection.markErasure()
        try connection.execute("DELETE FROM sports_credentials WHERE user_id = $1", user.id)
    }

    func erase(_ user: DeletedUser) async throws {
        try await database.write { connection in
            connection.markErasure()
            try connection.execute("DELETE FROM sports_credentials WHERE user_id = $1", user.id)
        }
    }

    func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        try !connection.exists("SELECT 1 FROM sports_credentials WHERE user_id = $1", user)
    }
}

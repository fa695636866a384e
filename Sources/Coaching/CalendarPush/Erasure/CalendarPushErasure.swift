import Accounts
import Domain
import Storage

/// Forgets where a calendar was copied to in the transaction that closes the account, so that nothing more is sent.
struct CalendarPushErasure: AccountDeletionParticipant {
    let database: any Database

    func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) throws {
        try CalendarPushes.remove(of: user.id, on: connection)
    }

    func erase(_ user: DeletedUser) async throws {
        try await database.write { try CalendarPushes.remove(of: user.id, on: $0) }
    }

    func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        try !connection.exists("SELECT 1 FROM calendar_pushes WHERE user_id = $1", user)
            && !connection.exists("SELECT 1 FROM calendar_push_objects WHERE user_id = $1", user)
    }
}

public import Accounts
import Domain
public import Storage

/// Erases a user's scheduling data when the account is deleted.
public struct SchedulingDataEraser: AccountDeletionParticipant {
    let database: any Database

    public init(database: any Database) { self.database = database }

    /// Nothing is sent any more for a closed account.
    public func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM scheduled_messages WHERE owner_id = $1", user.id)
    }

    /// Deletes a user's calendar, reminders, scheduled messages and settings. Future events in other calendars with the user as client are
    /// cancelled, and the user's name is removed from their titles and from reminders.
    public func erase(_ user: DeletedUser) async throws {
        try await database.write { connection in
            connection.markErasure()
            for statement in [
                "DELETE FROM calendar_events WHERE trainer_id = $1", "DELETE FROM reminders WHERE owner_id = $1",
                "DELETE FROM scheduling_settings WHERE user_id = $1",
                "DELETE FROM scheduled_messages WHERE owner_id = $1", "DELETE FROM quiet_hours WHERE user_id = $1",
                "UPDATE calendar_events SET status = 'cancelled' WHERE client_id = $1 AND status = 'scheduled'",
            ] { try connection.execute(statement, user.id) }
            for (table, column) in [("calendar_events", "title"), ("reminders", "text")] {
                try connection.execute(
                    "UPDATE \(table) SET \(column) = replace(\(column), $1, $2) WHERE client_id = $3",
                    user.name,
                    DeletedUser.displayName,
                    user.id
                )
            }
        }
    }
}

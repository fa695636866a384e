public import Domain
public import Storage

/// Erases a user's scheduling data when the account is deleted.
public struct SchedulingDataEraser: Sendable {
    let database: any Database

    public init(database: any Database) { self.database = database }

    /// Deletes a user's calendar, reminders and settings. Scheduled events in other calendars with the user as client
    /// are cancelled, and the user's name is removed from their titles and from reminders.
    /// - Parameter pseudonym: replaces the name.
    public func erase(_ user: UserID, named name: String, pseudonym: String) async throws {
        try await database.write { connection in
            for statement in [
                "DELETE FROM calendar_events WHERE trainer_id = $1", "DELETE FROM reminders WHERE owner_id = $1",
                "DELETE FROM scheduling_settings WHERE user_id = $1",
                "UPDATE calendar_events SET status = 'cancelled' WHERE client_id = $1 AND status = 'scheduled'",
            ] { try connection.execute(statement, user) }
            for (table, column) in [("calendar_events", "title"), ("reminders", "text")] {
                try connection.execute(
                    "UPDATE \(table) SET \(column) = replace(\(column), $1, $2) WHERE client_id = $3",
                    name,
                    pseudonym,
                    user
                )
            }
        }
    }
}

public import Domain
public import Storage

/// What scheduling keeps of a person, for the end of their account.
public struct PersonalSchedule: Sendable {
    let database: any Database

    public init(database: any Database) { self.database = database }

    /// Removes somebody's calendar, reminders and settings. Where they are somebody else's client, what lies ahead is
    /// cancelled, and their name goes from titles and reminders.
    /// - Parameter pseudonym: stands in place of the name.
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

public import Accounts
import Domain
public import Storage

/// Erases a user's scheduling data when the account is deleted.
public struct SchedulingDataEraser: AccountDeletionParticipant {
    let calendar: EventCalendar

    public init(calendar: EventCalendar) { self.calendar = calendar }

    /// Nothing is sent any more for a closed account.
    public func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM scheduled_messages WHERE owner_id = $1", user.id)
    }

    /// Deletes a user's calendar, reminders, notices, scheduled messages and settings. Future events in other calendars
    /// with the user as client are cancelled, and the user's name is removed from their titles, from reminders and from
    /// notices. What others were told of events with the user loses its titles. The other side of a future event is told
    /// that it is cancelled.
    public func erase(_ user: DeletedUser) async throws {
        let now = calendar.clock.now()
        let ids = calendar.ids
        try await calendar.database.write { connection in
            connection.markErasure()
            try Self.tellOthers(of: user.id, at: now, ids: ids, on: connection)
            for statement in [
                "DELETE FROM notices WHERE user_id = $1",
                "UPDATE notices SET text = NULL WHERE person_id = $1 AND event_id IS NOT NULL",
                // First of all, so that nothing is marked as changed any more.
                "DELETE FROM calendar_syncs WHERE user_id = $1",
                "DELETE FROM calendar_sync_marks WHERE user_id = $1",
                "DELETE FROM calendar_sync_objects WHERE user_id = $1",
                "DELETE FROM calendar_objects WHERE owner_id = $1",
                "DELETE FROM calendar_events WHERE trainer_id = $1", "DELETE FROM event_series WHERE trainer_id = $1",
                "UPDATE event_series SET ended = 1 WHERE client_id = $1",
                "DELETE FROM calendar_feeds WHERE user_id = $1",
                "DELETE FROM reminders WHERE owner_id = $1",
                "DELETE FROM scheduling_settings WHERE user_id = $1",
                "DELETE FROM scheduled_messages WHERE owner_id = $1", "DELETE FROM quiet_hours WHERE user_id = $1",
                "UPDATE calendar_events SET status = 'cancelled' WHERE client_id = $1 AND status = 'scheduled'",
            ] { try connection.execute(statement, user.id) }
            for (table, column, person) in [
                ("calendar_events", "title", "client_id"), ("event_series", "title", "client_id"),
                ("reminders", "text", "client_id"),
                ("notices", "text", "person_id"),
            ] {
                try connection.execute(
                    "UPDATE \(table) SET \(column) = replace(\(column), $1, $2) WHERE \(person) = $3",
                    user.name,
                    DeletedUser.displayName,
                    user.id
                )
            }
        }
        calendar.announceChange()
    }

    private static func tellOthers(
        of user: UserID,
        at now: Timestamp,
        ids: any IDSource,
        on connection: any SQLConnection
    ) throws {
        let events = try connection.query(
            """
            SELECT \(CalendarEvent.columns) FROM calendar_events
            WHERE (trainer_id = $1 OR client_id = $1) AND status = 'scheduled' AND ends_at > $2
            """,
            user,
            now
        ) { try CalendarEvent(row: $0) }
        for event in events {
            try EventNotices.insert(.eventCancelled, event, by: user, at: now, on: connection) { ids.next() }
        }
    }
}

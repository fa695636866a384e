import Domain
import Storage

/// The groups of a user's calendar that may have changed since they were noted: series, and events without one.
struct CalendarMark: Sendable, Hashable {
    let group: EventID
    /// Another one with each change.
    let stamp: Int64

    static func first(
        _ limit: Int,
        of user: UserID,
        on connection: any SQLConnection
    ) throws -> [CalendarMark] {
        try connection.query(
            "SELECT group_id, stamp FROM calendar_sync_marks WHERE user_id = $1 ORDER BY stamp LIMIT $2",
            user,
            limit
        ) { CalendarMark(group: try $0.id(0), stamp: try $0.int(1)) }
    }

    static func count(of user: UserID, on connection: any SQLConnection) throws -> Int64 {
        try connection.first("SELECT count(*) FROM calendar_sync_marks WHERE user_id = $1", user) { try $0.int(0) } ?? 0
    }

    static func add(_ groups: some Sequence<EventID>, of user: UserID, on connection: any SQLConnection) throws {
        for group in groups {
            try connection.execute(
                """
                INSERT INTO calendar_sync_marks (user_id, group_id, stamp) VALUES ($1, $2, 0)
                ON CONFLICT (user_id, group_id) DO NOTHING
                """,
                user,
                group
            )
        }
    }

    /// Marks everything that is listed.
    static func addAll(of user: UserID, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO calendar_sync_marks (user_id, group_id, stamp)
            SELECT DISTINCT user_id, group_id, 0 FROM calendar_sync_objects WHERE user_id = $1 AND etag IS NOT NULL
            ON CONFLICT (user_id, group_id) DO NOTHING
            """,
            user
        )
    }

    /// Removes the mark, unless its group has changed again.
    /// - Returns: whether it was there.
    func remove(of user: UserID, on connection: any SQLConnection) throws -> Bool {
        try connection.execute(
            "DELETE FROM calendar_sync_marks WHERE user_id = $1 AND group_id = $2 AND stamp = $3",
            user,
            group,
            stamp
        ) == 1
    }

    /// All groups of which the user sees an event that isn't over for long.
    static func all(
        of actor: Actor,
        endingAfter start: Timestamp,
        on connection: any SQLConnection
    ) throws -> [EventID] {
        try connection.query(
            """
            SELECT DISTINCT coalesce(series_id, id) FROM calendar_events
            WHERE \(CalendarEvent.isVisible(to: "$1")) AND ends_at > $2
            """,
            actor.userId,
            start
        ) { try $0.id(0) }
    }
}

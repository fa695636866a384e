import Accounts
package import Domain
package import SpotterAPI
package import Storage

/// Who wants to be told of their weekly page, and when.
package struct WeeklyPageRow: Sendable {
    package let user: UserID
    package var settings: ProactiveSettings
    /// In which `nextAt` was worked out.
    package var zone: String
    /// `nil` while it's off.
    package var nextAt: Timestamp?

    private static let columns = "w.user_id, w.weekly, w.weekday, w.hour, w.zone, w.next_at"
    private static let columnCount = 6

    private init(row: any SQLRow) throws {
        user = try row.id(0)
        settings = ProactiveSettings(
            weekly: try row.bool(1),
            weekday: .init(number: Int(try row.int(2))),
            hour: Int(try row.int(3))
        )
        zone = try row.text(4)
        nextAt = try row.optionalTimestamp(5)
    }

    package init(user: UserID, settings: ProactiveSettings, zone: String) {
        self.user = user
        self.settings = settings
        self.zone = zone
    }

    package static func find(_ user: UserID, on connection: any SQLConnection) throws -> WeeklyPageRow? {
        try connection.first("SELECT \(columns) FROM weekly_pages w WHERE w.user_id = $1", user) { try Self(row: $0) }
    }

    /// Those that have to be looked at: they are due, their user has moved to another zone, or the clock went back so far
    /// that what was the next time isn't.
    package static func due(
        at now: Timestamp,
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [(row: WeeklyPageRow, user: User)] {
        let rows = try connection.query(
            """
            SELECT \(columns) FROM weekly_pages w \(User.join("u", on: "w.user_id"))
            WHERE w.weekly = 1 AND (w.next_at <= $1 OR w.next_at > $2 OR w.zone <> u.timezone)
                AND NOT \(User.isDisabled("u"))
            ORDER BY w.next_at, w.user_id LIMIT $3
            """,
            now,
            now.adding(seconds: farSeconds),
            limit
        ) { try Self(row: $0) }
        return try rows.compactMap { row in try User.find(row.user, on: connection).map { (row, $0) } }
    }

    /// No next time is further ahead: two weeks, if the coming one was told already, and a day for changes of the clock.
    private static let farSeconds: Int64 = 15 * 86_400

    package static func nextDue(on connection: any SQLConnection) throws -> Timestamp? {
        try connection.first("SELECT min(next_at) FROM weekly_pages") { try $0.optionalTimestamp(0) } ?? nil
    }

    package func write(on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO weekly_pages (user_id, weekly, weekday, hour, zone, next_at) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (user_id) DO UPDATE SET weekly = excluded.weekly, weekday = excluded.weekday,
                hour = excluded.hour, zone = excluded.zone, next_at = excluded.next_at
            """,
            user,
            settings.weekly,
            settings.weekday.number,
            settings.hour,
            zone,
            nextAt
        )
    }

    // MARK: Times

    package var schedule: WeeklySchedule {
        WeeklySchedule(weekday: settings.weekday.number, hour: settings.hour, timezone: zone)
    }

    /// Works out when it is told next: in the first week after an instant in which it wasn't.
    package mutating func plan(after now: Timestamp, in zone: String, on connection: any SQLConnection) throws {
        self.zone = zone
        guard settings.weekly else { return nextAt = nil }
        var next = schedule.next(after: now)
        if try isTold(next.week, on: connection) { next = schedule.next(after: next.at) }
        nextAt = next.at
    }

    private func isTold(_ week: Int, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM weekly_pages_told WHERE user_id = $1 AND week = $2", user, week)
    }

    /// - Returns: whether it wasn't before.
    package func markTold(_ week: Int, at now: Timestamp, on connection: any SQLConnection) throws -> Bool {
        try connection.execute(
            "INSERT INTO weekly_pages_told (user_id, week, told_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            user,
            week,
            now
        ) == 1
    }

    package static func erase(_ user: UserID, on connection: any SQLConnection) throws {
        for statement in [
            "DELETE FROM weekly_pages WHERE user_id = $1", "DELETE FROM weekly_pages_told WHERE user_id = $1",
            "DELETE FROM week_dismissals WHERE owner_id = $1",
        ] { try connection.execute(statement, user) }
    }

    package static func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        try !connection.exists(
            """
            SELECT 1 FROM weekly_pages WHERE user_id = $1 UNION ALL SELECT 1 FROM weekly_pages_told WHERE user_id = $1
            UNION ALL SELECT 1 FROM week_dismissals WHERE owner_id = $1
            """,
            user
        )
    }
}

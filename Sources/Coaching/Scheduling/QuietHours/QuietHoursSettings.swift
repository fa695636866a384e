public import Domain
package import Storage

/// The hours in which a user isn't notified, and gets no scheduled messages in direct chats; there are none unless the
/// user sets them.
public struct QuietHoursSettings: Sendable {
    private let database: any Database

    package init(database: any Database) { self.database = database }

    public func hours(of actor: Actor) async throws -> QuietHours? {
        try await database.read { try Self.span(of: actor.userId, on: $0)?.hours }
    }

    /// - Parameter hours: `nil` for none.
    /// - Throws: `invalid_request` if they aren't two different times.
    public func set(_ hours: QuietHours?, by actor: Actor) async throws {
        let span = try hours.map { try QuietSpan($0) }
        try await database.write { connection in
            guard let span else {
                _ = try connection.execute("DELETE FROM quiet_hours WHERE user_id = $1", actor.userId)
                return
            }
            try connection.execute(
                """
                INSERT INTO quiet_hours (user_id, from_minute, to_minute) VALUES ($1, $2, $3)
                ON CONFLICT (user_id) DO UPDATE
                SET from_minute = excluded.from_minute, to_minute = excluded.to_minute
                """,
                actor.userId,
                span.from,
                span.to
            )
        }
    }

    /// When the quiet hours end in which a user is now, on the user's own clock; `nil` if it's in none.
    package static func end(
        around now: Timestamp,
        of user: UserID,
        on connection: any SQLConnection
    ) throws -> Timestamp? {
        guard let span = try span(of: user, on: connection) else { return nil }
        return span.end(around: now, on: try LocalClock.of(user, on: connection) ?? .utc)
    }

    package static func span(of user: UserID, on connection: any SQLConnection) throws -> QuietSpan? {
        try connection.first("SELECT from_minute, to_minute FROM quiet_hours WHERE user_id = $1", user) {
            QuietSpan(from: Int(try $0.int(0)), to: Int(try $0.int(1)))
        } ?? nil
    }
}

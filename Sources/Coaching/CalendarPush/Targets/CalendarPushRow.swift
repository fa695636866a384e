import Accounts
import Domain
import Scheduling
import SpotterAPI
import Storage

/// Tells one target that was set up from the next.
enum CalendarPushSetup {}

/// A target as it is stored.
struct CalendarPushRow: Sendable {
    let actor: Actor
    let setup: ID<CalendarPushSetup>
    let kind: CalendarPush.Kind
    let url: String
    let username: String
    let sealed: [UInt8]
    let failures: Int
    let refusedLogins: Int

    private static let columns =
        "p.user_id, u.role, p.setup, p.url, p.username, p.sealed, p.failures, p.refused_logins, p.kind"

    private init(row: any SQLRow) throws {
        actor = Actor(userId: try row.id(0), role: try row.word(1))
        setup = try row.id(2)
        url = try row.text(3)
        username = try row.text(4)
        sealed = try row.blob(5)
        failures = Int(try row.int(6))
        refusedLogins = Int(try row.int(7))
        kind = try row.word(8)
    }

    static func find(of user: UserID, on connection: any SQLConnection) throws -> CalendarPushRow? {
        try connection.first(
            "SELECT \(columns) FROM calendar_pushes p \(User.join("u", on: "p.user_id")) WHERE p.user_id = $1",
            user
        ) { try CalendarPushRow(row: $0) }
    }

    /// Those for which there is something to do: what has changed in their calendars, a repeat, or a look whether all is as
    /// it should be. Nothing is copied of an account that is disabled. Who has waited longest comes first, so that those with
    /// much to copy leave room for the others.
    static func due(at now: Timestamp, limit: Int, on connection: any SQLConnection) throws -> [CalendarPushRow] {
        try connection.query(
            """
            SELECT \(columns) FROM calendar_pushes p \(User.join("u", on: "p.user_id"))
            WHERE p.stopped_at IS NULL AND NOT (\(User.isDisabled("u")))
              AND (p.due_at <= $1
                OR (p.failures = 0 AND \(ListedCalendarObjects.haveChanged(since: "p.seen", of: "p.user_id"))))
            ORDER BY coalesce(p.pushed_at, 0), p.due_at, p.user_id LIMIT $2
            """,
            now,
            limit
        ) { try CalendarPushRow(row: $0) }
    }

    /// Whether this is still what the user has set up.
    func isCurrent(on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM calendar_pushes WHERE user_id = $1 AND setup = $2 AND stopped_at IS NULL",
            actor.userId,
            setup
        )
    }
}

/// The user has ended it, or set up another one.
struct CalendarPushEnded: Error {}

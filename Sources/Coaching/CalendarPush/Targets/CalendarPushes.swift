public import Accounts
public import Domain
public import Logging
public import Notifications
public import Scheduling
public import SpotterAPI
public import Storage

/// Copies of calendars in other CalDAV servers or at Google: where each user's goes. What is here goes there, and nothing comes back.
public struct CalendarPushes: Sendable {
    /// The name of the key's file among the data folder's keys.
    public static let keyName = "calendars.key"

    let database: any Database
    let objects: CalendarObjects
    let clock: any WallClock
    let ids: any IDSource
    let origins: Set<Origin>
    let seal: PasswordSeal
    let google: GoogleCalendarApp?
    let changes = ScheduleChanges()
    let logger: Logger
    let trials = TestSendLimit()

    /// - Parameters:
    ///   - origins: the servers that calendars may be copied to; none switches it off.
    ///   - google: what Google knows the server by; `nil` switches its calendars off.
    ///   - key: 32 random bytes, kept outside the database.
    public init(
        calendar: EventCalendar,
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        origins: Set<Origin>,
        google: GoogleCalendarApp? = nil,
        key: [UInt8],
        logger: Logger
    ) {
        objects = CalendarObjects(calendar: calendar)
        self.database = database
        self.clock = clock
        self.ids = ids
        self.origins = origins
        self.google = google
        seal = PasswordSeal(key: key)
        self.logger = logger
    }

    public var erasure: any AccountDeletionParticipant { CalendarPushErasure(database: database) }
    public var export: any AccountExportParticipant { CalendarPushExport(pushes: self) }

    /// Where the user's calendar is copied to and how that goes; `push` is `nil` if nowhere.
    public func state(of user: UserID) async throws -> CalendarPushResponse {
        let push = try await database.read { try Self.state(of: user, on: $0) }
        return CalendarPushResponse(
            push: push,
            servers: origins.map(\.description).sorted(),
            google: google != nil
        )
    }

    /// Copies the user's calendar there from now on, in place of where it went before. What is there stays.
    ///
    /// The collection is asked first whether it is one, with these credentials.
    /// - Throws: `invalid_request` if the address isn't allowed, isn't a calendar or refuses the credentials; `unavailable`
    ///   if the other server doesn't answer; `rate_limited` after too many trials.
    public func set(_ request: SetCalendarPushRequest, by principal: Principal) async throws {
        let target = try CalendarPushTarget(
            url: request.url,
            username: request.username,
            password: request.password,
            origins: origins
        )
        // Each trial is a request of this server's, and may be a guess at somebody's password.
        try trials.consume(by: principal.userId, at: clock.now())
        try await Self.telling { try await RemoteCollection(target, clock: clock).check() }
        try await store(.caldav, target.collection.description, target.username, target.password, by: principal)
    }

    /// Copies the user's calendar there from now on.
    func store(
        _ kind: CalendarPush.Kind,
        _ url: String,
        _ username: String,
        _ secret: Secret,
        by principal: Principal
    ) async throws {
        let (user, now) = (principal.userId, clock.now())
        let sealed = try seal.seal(secret, of: user, for: url)
        let setup: ID<CalendarPushSetup> = ids.next()
        let former = try await database.write { connection in
            try Accounts.requireLive(principal.sessionId, on: connection)
            connection.markErasure()
            let former = try CalendarPushRow.find(of: user, on: connection)
            let same = former?.url == url && former?.username == username
            // What is known of the same collection holds. What was refused there is tried again.
            try connection.execute(
                same
                    ? "UPDATE calendar_push_objects SET etag = '', refusal = NULL WHERE user_id = $1 AND refusal IS NOT NULL"
                    : "DELETE FROM calendar_push_objects WHERE user_id = $1",
                user
            )
            try connection.execute("DELETE FROM calendar_pushes WHERE user_id = $1", user)
            try connection.insert(
                """
                INSERT INTO calendar_pushes (
                    user_id, setup, url, username, sealed, seen, due_at, failures, refused_logins, created_at, kind
                )
                """,
                [user, setup, url, username, sealed, 0, now, 0, 0, now, kind.rawValue]
            )
            return former
        }
        changes.announce()
        // Taking a permission back ends all that the same account has given.
        if let former, former.kind != kind || former.username != username { await revoke(former) }
    }

    /// Ends it: the password is forgotten at once, and a permission taken back at Google. What was copied stays there. Has no
    /// effect if there is nothing to end.
    public func remove(of user: UserID) async throws {
        let former = try await database.write { connection in
            let former = try CalendarPushRow.find(of: user, on: connection)
            try Self.remove(of: user, on: connection)
            return former
        }
        if let former { await revoke(former) }
    }

    static func remove(of user: UserID, on connection: any SQLConnection) throws {
        connection.markErasure()
        try connection.execute("DELETE FROM calendar_pushes WHERE user_id = $1", user)
        try connection.execute("DELETE FROM calendar_push_objects WHERE user_id = $1", user)
    }

    private static func state(of user: UserID, on connection: any SQLConnection) throws -> CalendarPush? {
        let (copied, refused) =
            try connection.first(
                """
                SELECT count(CASE WHEN etag <> '' AND refusal IS NULL THEN 1 END), count(refusal)
                FROM calendar_push_objects WHERE user_id = $1
                """,
                user
            ) { (try $0.int(0), try $0.int(1)) } ?? (0, 0)
        let refusal = try connection.first(
            "SELECT refusal FROM calendar_push_objects WHERE user_id = $1 AND refusal IS NOT NULL ORDER BY name LIMIT 1",
            user
        ) { try $0.text(0) }
        return try connection.first(
            """
            SELECT url, username, failures, failure, pushed_at, stopped_at, due_at, created_at, kind
            FROM calendar_pushes WHERE user_id = $1
            """,
            user
        ) { row in
            let (isFailing, isStopped) = (try row.int(2) > 0, try row.optionalTimestamp(5) != nil)
            return CalendarPush(
                url: try row.text(0),
                username: try row.text(1),
                state: isStopped ? .stopped : isFailing ? .failing : .active,
                copied: Int(copied),
                refused: Int(refused),
                error: try row.optionalText(3) ?? refusal,
                copiedAt: try row.optionalTimestamp(4),
                retryAt: isFailing && !isStopped ? try row.timestamp(6) : nil,
                createdAt: try row.timestamp(7),
                kind: try row.word(8)
            )
        }
    }
}

public import Domain
public import SpotterAPI
public import Storage

/// The log of what administrators did. Entries are never changed or deleted.
///
/// An entry is written in the transaction of its act. It names people by id and holds no names, addresses or secrets.
public struct AdminLog: Sendable {
    /// What can be done. New cases keep the form `thing.verb`.
    public enum Act: String, Sendable, CaseIterable {
        case createUser = "user.create"
        case disableUser = "user.disable"
        case enableUser = "user.enable"
        case renameUser = "user.rename"
        case changeRole = "user.role"
        case setPassword = "user.password"
        case issueReset = "user.reset-token"
        case endSessions = "user.sessions.end"
        case deleteUser = "user.delete"
        case exportUser = "user.export"
        case replaceToken = "token.replace"
        case setRegistration = "registration.set"
        case setBudget = "budget.set"
        case setAutomatic = "automatic.set"
        case createInvitation = "invitation.create"
        case revokeInvitation = "invitation.revoke"
        case importData = "import"
        case retryIndex = "index.retry"
        case relate = "relation.create"
    }

    public static let maxPage = 200

    private let database: any Database
    private let clock: any WallClock

    public init(database: any Database, clock: any WallClock) {
        self.database = database
        self.clock = clock
    }

    /// Records an act that has no transaction of its own.
    public func record(_ act: Act, user: UserID? = nil, by admin: AdminActor, detail: String = "") async throws {
        let now = clock.now()
        try await database.write { connection in
            try Self.record(act, user: user, by: admin, detail: detail, at: now, on: connection)
        }
    }

    /// - Parameter detail: words such as the names of changed fields; never their values.
    package static func record(
        _ act: Act,
        user: UserID? = nil,
        by admin: AdminActor,
        detail: String = "",
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "INSERT INTO admin_log (at, actor, action, user_id, detail) VALUES ($1, $2, $3, $4, $5)",
            now,
            admin.name,
            act.rawValue,
            user,
            detail
        )
    }

    /// A page of entries, newest first.
    /// - Parameters:
    ///   - before: the number of an entry; the page begins with the one before it.
    ///   - limit: 1 to 200.
    /// - Throws: `invalid_request` if the limit is out of range.
    public func entries(before: Int64? = nil, limit: Int = 50) async throws -> [AdminLogEntry] {
        guard (1...Self.maxPage).contains(limit) else {
            throw SpotterError.invalid("limit must be 1 to \(Self.maxPage).")
        }
        return try await database.read { connection in
            try connection.query(
                """
                SELECT num, at, actor, action, user_id, detail FROM admin_log
                WHERE num < $1 ORDER BY num DESC LIMIT $2
                """,
                before ?? Int64.max,
                limit
            ) { try AdminLogEntry(row: $0) }
        }
    }
}

extension AdminLogEntry {
    init(row: any SQLRow) throws {
        self.init(
            number: try row.int(0),
            at: try row.timestamp(1),
            actor: try row.text(2),
            action: try row.text(3),
            userId: try row.optionalID(4),
            detail: try row.text(5)
        )
    }
}

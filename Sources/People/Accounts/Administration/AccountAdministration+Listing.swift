public import Domain
public import SpotterAPI
import Storage

/// Accounts as their administrator sees them.
extension AccountAdministration {
    public static let maxPage = 200

    public struct Filter: Sendable {
        public var role: Role?
        public var state: AdminUser.State?
        /// Part of a name or address, ignoring the case of ASCII letters.
        public var query = ""

        public init(role: Role? = nil, state: AdminUser.State? = nil, query: String = "") {
            self.role = role
            self.state = state
            self.query = query
        }
    }

    /// A page of accounts in the order of their ids, which is that of their creation.
    /// - Parameters:
    ///   - after: the last account of the page before.
    ///   - limit: 1 to 200.
    /// - Throws: `invalid_request` if the limit is out of range or the query too long.
    public func users(_ filter: Filter = Filter(), after: UserID? = nil, limit: Int = 50) async throws
        -> AdminUsersResponse
    {
        guard (1...Self.maxPage).contains(limit) else {
            throw SpotterError.invalid("limit must be 1 to \(Self.maxPage).")
        }
        guard filter.query.utf8.count <= 254 else { throw SpotterError.invalid("A query has at most 254 bytes.") }
        let now = accounts.clock.now()
        return try await accounts.database.read { connection in
            var found = try connection.query(
                """
                SELECT \(AdminUserRow.columns) FROM users u
                WHERE u.id > $1 AND u.deleted_at IS NULL AND u.role = coalesce($2, u.role)
                  AND (u.disabled_at IS NOT NULL) = coalesce($3, u.disabled_at IS NOT NULL)
                  AND (lower(u.email) LIKE $4 ESCAPE '\\' OR lower(u.display_name) LIKE $4 ESCAPE '\\')
                ORDER BY u.id LIMIT $5
                """,
                after ?? UserID(high: 0, low: 0),
                filter.role?.rawValue,
                filter.state.map { $0 == .disabled },
                Self.pattern(filter.query),
                limit + 1
            ) { try AdminUserRow(row: $0) }
            let hasMore = found.count > limit
            if hasMore { found.removeLast() }
            let users = try found.map { try complete($0, at: now, on: connection) }
            return AdminUsersResponse(users: users, next: hasMore ? users.last?.id : nil)
        }
    }

    /// - Parameter account: the email address or the id.
    /// - Throws: `not_found` if there is no such account.
    public func user(_ account: String) async throws -> AdminUser {
        let now = accounts.clock.now()
        return try await accounts.database.read { connection in
            try find(try Accounts.account(account, on: connection).id, at: now, on: connection)
        }
    }

    func find(_ id: UserID, at now: Timestamp, on connection: any SQLConnection) throws -> AdminUser {
        let row = try connection.first(
            "SELECT \(AdminUserRow.columns) FROM users u WHERE u.id = $1 AND u.deleted_at IS NULL",
            id
        ) { try AdminUserRow(row: $0) }
        guard let row else { throw SpotterError.notFound("account") }
        return try complete(row, at: now, on: connection)
    }

    private func complete(_ row: AdminUserRow, at now: Timestamp, on connection: any SQLConnection) throws -> AdminUser
    {
        let sessions = try accounts.sessions(of: row.user.id, at: now, on: connection)
        var usage = AccountUsage()
        for inspector in inspectors { try inspector.addUsage(of: row.user.id, to: &usage, on: connection) }
        return AdminUser(
            user: row.user,
            state: row.disabledAt == nil ? .active : .disabled,
            createdAt: row.createdAt,
            disabledAt: row.disabledAt,
            lastActiveAt: [row.lastSessionAt, row.lastSeenAt, sessions.first?.lastSeenAt].compactMap { $0 }.max(),
            sessions: sessions.count,
            usage: usage
        )
    }

    /// The pattern of texts that contain `query`.
    private static func pattern(_ query: String) -> String {
        var pattern = "%"
        for character in query.trimmed.lowercased() {
            if "%_\\".contains(character) { pattern.append("\\") }
            pattern.append(character)
        }
        return pattern + "%"
    }
}

/// A row of `users u` with what only its administrator sees.
private struct AdminUserRow {
    static let columns = """
        \(User.columns(of: "u")), u.created_at, u.disabled_at, u.last_seen_at,
        (SELECT max(coalesce(s.last_seen_at, s.created_at)) FROM sessions s WHERE s.user_id = u.id)
        """

    let user: User
    let createdAt: Timestamp
    let disabledAt: Timestamp?
    let lastSeenAt: Timestamp?
    /// When any session was last used, ended ones included.
    let lastSessionAt: Timestamp?

    init(row: any SQLRow) throws {
        user = try User(row: row)
        createdAt = try row.timestamp(User.columnCount)
        disabledAt = try row.optionalTimestamp(User.columnCount + 1)
        lastSeenAt = try row.optionalTimestamp(User.columnCount + 2)
        lastSessionAt = try row.optionalTimestamp(User.columnCount + 3)
    }
}

package import Domain
package import Storage

extension User {
    /// Stored instead of a password hash. No password matches it, so nobody can log in until one is set.
    package static let lockedPassword = "!"

    /// Stores a new account. Returns `false` without a change if the address already has one.
    package func insert(passwordHash: String, at now: Timestamp, on connection: any SQLConnection) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (email) DO NOTHING
            """,
            id,
            email,
            displayName,
            role.rawValue,
            timezone,
            passwordHash,
            now
        ) == 1
    }

    /// Makes an account that nobody can log in to this user's, with all that belongs to it. `nil` without a change if
    /// somebody can, or if it has another address or role.
    func takeOver(_ id: UserID, passwordHash: String, on connection: any SQLConnection) throws -> User? {
        let isTaken = try connection.execute(
            """
            UPDATE users SET display_name = $1, timezone = $2, password_hash = $3
            WHERE id = $4 AND email = $5 AND role = $6 AND password_hash = $7 AND deleted_at IS NULL
                AND disabled_at IS NULL
            """,
            displayName,
            timezone,
            passwordHash,
            id,
            email,
            role.rawValue,
            Self.lockedPassword
        )
        guard isTaken == 1 else { return nil }
        return User(id: id, email: email, displayName: displayName, role: role, timezone: timezone)
    }

    /// Whether nobody can log in, because the account was made on somebody's behalf.
    package static func isLocked(_ id: UserID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            "SELECT 1 FROM users WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL",
            id,
            lockedPassword
        )
    }

    private static let names = ["id", "email", "display_name", "role", "timezone", "photo_media_id"]
    package static let columns = names.joined(separator: ", ")
    static let columnCount = names.count

    /// The columns of the table, qualified with its alias.
    package static func columns(of table: String) -> String {
        names.map { "\(table).\($0)" }.joined(separator: ", ")
    }

    /// Reads a row with `columns`, starting at index `first`.
    package init(row: any SQLRow, from first: Int = 0) throws {
        self.init(
            id: try row.id(first),
            email: try row.text(first + 1),
            displayName: try row.text(first + 2),
            role: try row.word(first + 3),
            timezone: try row.text(first + 4),
            photoMediaId: try row.optionalID(first + 5)
        )
    }

    package static func find(_ id: UserID, on connection: any SQLConnection) throws -> User? {
        try connection.first("SELECT \(columns) FROM users WHERE id = $1", id) { try User(row: $0) }
    }

    /// The user's time zone, an IANA name; `nil` if there is no such account.
    package static func timezone(of id: UserID, on connection: any SQLConnection) throws -> String? {
        try connection.first("SELECT timezone FROM users WHERE id = $1", id) { try $0.text(0) }
    }

    package static func find(email: String, on connection: any SQLConnection) throws -> User? {
        try connection.first("SELECT \(columns) FROM users WHERE email = $1", email) { try User(row: $0) }
    }
}

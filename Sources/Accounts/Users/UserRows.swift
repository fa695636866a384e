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

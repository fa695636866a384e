package import Domain
package import Storage

extension User {
    package static let columns = "id, email, display_name, role, timezone"

    /// From a row that begins with `columns`.
    package init(row: any SQLRow, from first: Int = 0) throws {
        self.init(
            id: try row.id(first),
            email: try row.text(first + 1),
            displayName: try row.text(first + 2),
            role: try row.word(first + 3),
            timezone: try row.text(first + 4)
        )
    }

    package static func find(_ id: UserID, on connection: any SQLConnection) throws -> User? {
        try connection.first("SELECT \(columns) FROM users WHERE id = $1", id) { try User(row: $0) }
    }

    package static func find(email: String, on connection: any SQLConnection) throws -> User? {
        try connection.first("SELECT \(columns) FROM users WHERE email = $1", email) { try User(row: $0) }
    }
}

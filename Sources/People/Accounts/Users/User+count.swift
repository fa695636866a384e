package import Domain
package import Storage

extension User {
    /// The number of accounts that aren't deleted.
    package static func count(on connection: any SQLConnection) throws -> Int64 {
        try connection.first("SELECT count(*) FROM users WHERE deleted_at IS NULL") { try $0.int(0) } ?? 0
    }

    /// The number of accounts of a role that aren't deleted.
    package static func count(role: Role, on connection: any SQLConnection) throws -> Int {
        try connection.first("SELECT count(*) FROM users WHERE role = $1 AND deleted_at IS NULL", role.rawValue) {
            Int(try $0.int(0))
        } ?? 0
    }
}

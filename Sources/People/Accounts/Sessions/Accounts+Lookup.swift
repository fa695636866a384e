package import Domain
import Storage

extension Accounts {
    /// The account of an address as somebody typed it; `nil` if it's no address or has no account.
    package func id(of email: String) async throws -> UserID? {
        guard let address = try? Validation.email(email) else { return nil }
        return try await database.read { connection in
            try connection.first("SELECT id FROM users WHERE email = $1", address) { try $0.id(0) }
        }
    }
}

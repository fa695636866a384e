import CPostgreSQL
import Foundation
import Storage

/// Where a PostgreSQL database is, as libpq's connection URI: `postgres://user@host1,host2/name?sslmode=verify-full`.
///
/// Of several hosts the first that accepts writes is used, so that a promoted standby is found by itself. What the URI
/// leaves out comes from libpq's environment variables and its password file.
///
/// ```swift
/// let address = try PostgreSQLAddress("postgres://spotter@db1,db2/spotter")
/// print(address)  // postgres://db1,db2/spotter
/// ```
package struct PostgreSQLAddress: Sendable, CustomStringConvertible {
    let uri: String
    /// Shared by all copies of the address.
    let hosts = HostOrder()

    /// - Throws: `StorageError.unusable` if the library is missing, or the URI isn't one.
    package init(_ uri: String) throws {
        self.uri = uri
        try PostgreSQLLibrary.load()
        guard Self.isAddress(uri) else {
            throw StorageError.unusable(path: "PostgreSQL", reason: "its address begins with postgres://")
        }
        if let error = postgresql_parse_error(uri) {
            defer { postgresql_free(error) }
            let reason = String(cString: error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            throw StorageError.unusable(path: "PostgreSQL", reason: withoutPassword(reason))
        }
    }

    /// The library's words without what may be a part of the password: one with a `@` or `/` that isn't escaped is read as
    /// a host's name.
    func withoutPassword(_ text: String) -> String {
        let rest = uri.split(separator: "://", maxSplits: 1).last ?? ""
        guard let at = rest.lastIndex(of: "@"), let colon = rest[..<at].firstIndex(of: ":") else { return text }
        let password = rest[rest.index(after: colon)..<at]
        let parts = password.split { "@/:?&%".contains($0) }.map(String.init) + [String(password)]
        return parts.filter { $0.count > 2 }.reduce(text) { $0.replacingOccurrences(of: $1, with: "…") }
    }

    /// Whether the address holds a password, which others see if it stands on a command line.
    package var hasPassword: Bool {
        let rest = uri.split(separator: "://", maxSplits: 1).last ?? ""
        return rest.lastIndex(of: "@").map { rest[..<$0].contains(":") } ?? false || rest.contains("password=")
    }

    /// Whether a database's name is an address instead of a file's path.
    package static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }

    /// Without user, password and options.
    package var description: String {
        let rest = uri.split(separator: "://", maxSplits: 1).last ?? ""
        // As the library reads it, a password may hold a question mark. One with a slash isn't shown either.
        guard let end = rest.prefix(while: { $0 != "/" }).lastIndex(of: "@") else {
            let shown = rest.prefix { $0 != "?" }
            return "postgres://\(shown.split(separator: "@", omittingEmptySubsequences: false).last ?? "")"
        }
        return "postgres://\(rest[rest.index(after: end)...].prefix { $0 != "?" })"
    }

    /// The keywords of a connection. What the URI says overrides those before it; those after it override the URI.
    func keywords(_ application: String) -> [(name: String, value: String)] {
        [
            ("connect_timeout", "2"), ("target_session_attrs", "read-write"), ("tcp_user_timeout", "5000"),
            ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
            ("dbname", uri),
            // Sessions are found by it, whatever name the URI or `PGAPPNAME` has for them.
            ("application_name", application), ("client_encoding", "UTF8"),
        ] + hosts.keywords
    }
}

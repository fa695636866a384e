import PostgreSQLStorage

/// A database of its own, on the server of PostgreSQL that an address names, until it's dropped.
public struct TemporaryDatabase: Sendable {
    public let address: String
    private let name: String
    private let server: String

    /// Makes it, empty.
    ///
    /// - Parameter server: the address of any database there, whose user may make others.
    /// - Throws: an error whose description is one line.
    public init(on server: String, prefix: String) throws {
        name = "\(prefix)_\(UInt64.random(in: .min ... .max))"
        self.server = server
        address = Self.address(of: name, on: server)
        try PostgreSQLSession(PostgreSQLAddress(server)).execute("CREATE DATABASE \(name)")
    }

    public func drop() throws {
        try PostgreSQLSession(PostgreSQLAddress(server)).execute("DROP DATABASE \(name) WITH (FORCE)")
    }

    /// The bytes that it takes on disk, after everything in memory is there.
    public func bytes() throws -> Int64 {
        let session = try PostgreSQLSession(PostgreSQLAddress(address))
        return try session.integer("SELECT pg_database_size(current_database())")
    }

    /// The same address with another database's name.
    package static func address(of name: String, on server: String) -> String {
        let parts = server.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts.first ?? ""
        let scheme = place.firstRange(of: "://").map { place[..<$0.upperBound] } ?? ""
        let host = place.dropFirst(scheme.count).prefix { $0 != "/" }
        let options = parts.count > 1 ? "?\(parts[1])" : ""
        return "\(scheme)\(host)/\(name)\(options)"
    }
}

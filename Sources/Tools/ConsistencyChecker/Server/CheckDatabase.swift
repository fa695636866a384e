import PostgreSQLStorage

/// A database of its own for a batch, on the server of PostgreSQL that an address names.
struct CheckDatabase: Sendable {
    let address: String
    private let name: String
    private let server: String

    /// Makes it, empty.
    ///
    /// - Parameter server: the address of any database there, whose user may make others.
    /// - Throws: an error whose description is one line.
    init(on server: String, name: String) throws {
        (self.server, self.name) = (server, name)
        address = Self.address(of: name, on: server)
        try PostgreSQLSession(PostgreSQLAddress(server)).execute("CREATE DATABASE \(name)")
    }

    func drop() throws {
        try PostgreSQLSession(PostgreSQLAddress(server)).execute("DROP DATABASE \(name) WITH (FORCE)")
    }

    /// The same address with another database's name.
    static func address(of name: String, on server: String) -> String {
        let parts = server.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts.first ?? ""
        let scheme = place.firstRange(of: "://").map { place[..<$0.upperBound] } ?? ""
        let host = place.dropFirst(scheme.count).prefix { $0 != "/" }
        let options = parts.count > 1 ? "?\(parts[1])" : ""
        return "\(scheme)\(host)/\(name)\(options)"
    }
}

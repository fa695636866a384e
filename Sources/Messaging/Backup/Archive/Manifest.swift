public import Domain

/// What a backup holds, as its entry `manifest.json` says.
public struct Manifest: Codable, Equatable, Sendable {
    public struct Entry: Codable, Equatable, Sendable {
        public let name: String
        public let size: Int64
        /// In lower-case hexadecimal digits.
        public let sha256: String
    }

    static let format = "spotter-backup"
    static let version = 1

    var format = Manifest.format
    /// Of the format.
    var version = Manifest.version
    /// Of the server that made it.
    public let serverVersion: String
    /// Everything that was acknowledged before is in it.
    public let createdAt: Timestamp
    /// The names of the migrations that the database has.
    public let schema: [String]
    /// What there is how many of, for people.
    public let counts: [String: Int64]
    /// In the order of the archive.
    public let entries: [Entry]
    /// Files that the database names and that weren't there, or no longer.
    public let missing: [String]
    /// Files whose bytes aren't those that were stored.
    public let damaged: [String]

    /// Whether the server's configuration file is in it.
    public var hasConfiguration: Bool { entries.contains { $0.name == EntryName.configuration } }

    public var bytes: Int64 { entries.reduce(0) { $0 + $1.size } }
}

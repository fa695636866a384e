/// A database as the server's operator sees it: what an engine does besides reading and writing.
///
/// ```swift
/// let faults = await engine.checkCompletely() + engine.checkSchema(migrations)
/// for fault in faults { print(fault) }
/// ```
public protocol DatabaseEngine: Database {
    /// The writes and reads that wait.
    var waiting: (writes: Int, reads: Int) { get }

    /// Whether damage was seen since the start.
    var isDamaged: Bool { get }

    /// The bytes of its files; `nil` if they are another server's.
    var fileBytes: DatabaseFileBytes? { get }

    /// How long writes have waited for those of other servers, and how often one that hung was undone, since the start;
    /// `nil` if no others write.
    var turns: (waited: Duration, stalled: Int)? { get }

    /// Looks for damage in the background, so slowly that others hardly notice.
    ///
    /// - Parameter progress: called with the number of tables that are done, and of all.
    /// - Returns: what is wrong, one line each; `nil` if the engine has a server of its own that sees to it.
    func lookForDamage(progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void) async throws -> [String]?

    /// Reads everything, and compares what can be compared. Takes about a second for 100 MB.
    func checkCompletely() async -> [DataFault]

    /// Compares the schema with what the migrations make.
    ///
    /// - Parameter migrations: those that the database was opened with.
    /// - Returns: a line for each object that isn't theirs, was changed or is missing.
    func checkSchema(_ migrations: [Migration]) async -> [DataFault]

    /// Call this after rows were stored with numbers that the engine gives otherwise: it goes on after the highest.
    func numbersWereStored() async throws

    /// Compares the secret keys of this server with those of the others that share the database. It stores digests of
    /// those that are new.
    ///
    /// - Parameter digests: by the names of the keys.
    /// - Returns: the names of those that differ or are missing here; then nothing is stored.
    func differingKeys(_ digests: [String: [UInt8]]) async throws -> [String]
}

extension DatabaseEngine {
    public var turns: (waited: Duration, stalled: Int)? { nil }
    public func differingKeys(_ digests: [String: [UInt8]]) -> [String] { [] }
}

/// What the files of a database take.
public struct DatabaseFileBytes: Sendable, Hashable {
    public let database: Int64
    /// What was committed and isn't in the database's file yet.
    public let log: Int64

    public init(database: Int64, log: Int64) { (self.database, self.log) = (database, log) }
}

extension Database {
    /// Writes a row and waits until it's on disk: what a server that is ready can do.
    ///
    /// - Throws: `storage_full`, `storage_damaged`, `unavailable` if the database can't be reached or another process
    ///   holds it.
    public func tryWriting() async throws {
        try await write { connection in
            _ = try connection.execute(
                "UPDATE migrations SET applied_at = applied_at WHERE name = (SELECT min(name) FROM migrations)"
            )
        }
    }
}

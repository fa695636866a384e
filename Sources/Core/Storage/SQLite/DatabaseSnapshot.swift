import GRDB

/// A consistent copy of a database that may be in use, by this process or by another. Its calls block.
///
/// Only copies of one moment count: a database in use is several files, and changes while they're read.
public struct DatabaseSnapshot: Sendable {
    /// How the source is opened.
    public enum Source: Sendable {
        /// A server may be using it: it is only read, and its log isn't touched.
        case inUse(path: String)
        /// The caller holds the data folder, so that what a crash left in the log may be moved to the file.
        case stopped(path: String)
    }

    public let path: String

    /// Copies the database to a new file at `path`, and checks it. Writers aren't held up; what they commit meanwhile
    /// isn't in the copy, but everything committed before is.
    ///
    /// - Parameter progress: called with the copied share, 0 to 1. An error that it throws ends the copying.
    /// - Throws: `StorageError`.
    public static func take(
        of source: Source,
        at path: String,
        progress: @escaping (Double) throws -> Void = { _ in }
    ) throws -> DatabaseSnapshot {
        let origin = source.path
        return try explaining(origin) {
            let source = try DatabaseQueue(path: source.path, configuration: source.configuration)
            let target = try DatabaseQueue(path: path, configuration: Self.targetConfiguration)
            try source.read { source in
                // Begins the transaction that holds this state until the copy is complete.
                _ = try Int.fetchOne(source, sql: "SELECT count(*) FROM sqlite_master")
                guard try source.tableExists("migrations") || source.tableExists("schema_migrations") else {
                    throw StorageError.missingDatabase(path: origin)
                }
                try target.writeWithoutTransaction { target in
                    try source.backup(to: target, pagesPerStep: 256) { step in
                        try progress(Double(step.completedPageCount) / Double(max(1, step.totalPageCount)))
                    }
                }
            }
            try source.close()
            try target.writeWithoutTransaction { target in
                // A file of its own, without a log beside it, also while it's read.
                try target.execute(sql: "PRAGMA journal_mode = DELETE")
                try Interruption.during(target) {
                    try progress(1)
                } run: {
                    try check(target)
                }
            }
            try target.close()
            return DatabaseSnapshot(path: path)
        }
    }

    /// A copy that was taken before.
    ///
    /// - Throws: `StorageError` unless it is a whole database.
    public init(checking path: String) throws {
        self.init(path: path)
        try Self.explaining(path) { try reading { try Self.check($0) } }
    }

    private init(path: String) { self.path = path }

    /// Reads from the copy.
    public func read<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
        try reading { try body(Self.connection($0)) }
    }

    /// Changes the copy in one transaction, durably.
    public func write(_ body: (any SQLConnection) throws -> Void) throws {
        try Self.explaining(path) {
            let queue = try DatabaseQueue(path: path, configuration: .withFullText)
            try queue.write { try body(Self.connection($0)) }
            try queue.close()
        }
    }

    private static func connection(_ database: GRDB.Database) -> SQLiteConnection {
        SQLiteConnection(database: database, statements: StatementCount(), health: .silent())
    }

    /// The names of the migrations that the database has; empty for one from before migrations had names.
    public func migrations() throws -> [String] {
        try reading { database in
            guard try database.tableExists("migrations") else { return [] }
            return try String.fetchAll(database, sql: "SELECT name FROM migrations ORDER BY rowid")
        }
    }

    /// What the schema has that no migration makes, and the other way round; `nil` if this was never a server's database.
    ///
    /// - Parameter known: all migrations of this version.
    /// - Throws: `StorageError.newerSchema` if a newer server has written the database.
    public func schemaDifferences(known: [Migration]) throws -> SchemaDifferences? {
        try Self.explaining(path) {
            try reading { try SchemaComparison(known).differences(on: Self.connection($0)) }
        }
    }

    private func reading<Value>(_ body: (GRDB.Database) throws -> Value) throws -> Value {
        var configuration = Configuration.withFullText
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let value = try queue.read(body)
        try queue.close()
        return value
    }

    private static func check(_ database: GRDB.Database) throws {
        let faults = try String.fetchAll(database, sql: "PRAGMA integrity_check(5)")
        guard faults == ["ok"] else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "the database is damaged: \(faults.joined(separator: "; ").prefix(200))"
            )
        }
    }

    private static func explaining<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            let reason = error.message ?? error.resultCode.description
            throw StorageError.unusable(
                path: path,
                reason: reason.split(whereSeparator: \.isNewline).joined(separator: " ")
            )
        }
    }

    /// The copy is written again after a crash, so nothing of it has to be durable.
    private static var targetConfiguration: Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = OFF")
            try database.execute(sql: "PRAGMA cache_size = -4096")
        }
        return configuration
    }
}

extension DatabaseSnapshot.Source {
    fileprivate var path: String {
        switch self {
        case .inUse(let path), .stopped(let path): path
        }
    }

    fileprivate var configuration: Configuration {
        var configuration = Configuration()
        if case .inUse = self { configuration.readonly = true }
        configuration.busyMode = .timeout(10)
        return configuration
    }
}

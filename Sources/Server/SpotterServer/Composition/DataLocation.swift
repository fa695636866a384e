public import Domain
package import Logging
import PostgreSQLStorage
package import Storage

/// Where everything that a server stores is: a folder with its files and keys, and a database in it or of PostgreSQL.
public struct DataLocation: Sendable {
    public var folder: String
    /// PostgreSQL's address, with a password perhaps; `nil` for a file in the folder.
    public var database: Secret?
    /// Whether other servers may use the database at the same time, each with a folder of its own.
    public var isShared: Bool

    public init(folder: String, database: Secret? = nil, isShared: Bool = false) {
        self.folder = folder
        self.database = database
        self.isShared = isShared
    }

    /// Whether a text is the address of a database rather than a path.
    public static func isAddress(_ text: String) -> Bool { PostgreSQLAddress.isAddress(text) }

    /// Whether an address holds a password.
    ///
    /// - Throws: `StorageError.unusable` if it isn't an address.
    public static func hasPassword(_ address: String) throws -> Bool { try PostgreSQLAddress(address).hasPassword }

    /// The database's path, or its address without user and password.
    var databaseName: String {
        guard let database else { return DataFolder.databasePath(in: folder) }
        return (try? PostgreSQLAddress(database.reveal()).description) ?? "PostgreSQL"
    }

    /// How its messages are saved before a change without a way back.
    var backupAdvice: String {
        database == nil ? "back it up first (spotter backup FILE --data \(folder))" : "back it up first (pg_dump)"
    }

    /// Why there are no archives of the folder; `nil` if there are.
    var backupRefusal: SpotterError? {
        guard database != nil else { return nil }
        return .invalid(
            "The database is PostgreSQL's, so this server makes no archives: back up the database by pg_dump, or by "
                + "PostgreSQL's own archiving, and then the data folder's media and keys."
        )
    }

    private var place: DatabasePlace { database == nil ? .inside : .elsewhere }

    // MARK: Opening

    /// Opens or creates the folder, and locks it.
    ///
    /// - Throws: as `DataFolder`.
    package func openFolder(mustExist: Bool = false) throws -> DataFolder {
        try DataFolder(path: folder, mustExist: mustExist, database: place)
    }

    /// Opens the database, or begins one in a new folder.
    ///
    /// - Parameters:
    ///   - folder: that of this location.
    ///   - upgrades: whether a database of an older version is brought up to date. Only a server's start does so: there is
    ///     no way back.
    ///   - followsCommits: whether what follows the commits is done, such as the index of words.
    /// - Throws: `StorageError` with one line that says what's wrong; `.olderSchema` if it had to be upgraded and must not be.
    package func openDatabase(
        in folder: DataFolder,
        upgrades: Bool = true,
        followsCommits: Bool = true,
        clock: any WallClock = SystemClock(),
        logger: Logger,
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws -> any DatabaseEngine {
        guard let database else {
            return try ServerSchema.open(
                folder,
                upgrades: upgrades,
                followsCommits: followsCommits,
                clock: clock,
                logger: logger,
                committed: committed
            )
        }
        if !upgrades, let pending = try inspect().pending, pending > 0 {
            throw StorageError.unusable(
                path: databaseName,
                reason:
                    "it's of an older version (\(pending) changes behind); nothing was changed. Back it up (pg_dump), "
                    + "then start the server on it once (spotter serve), which brings it up to date"
            )
        }
        let engine = try PostgreSQLDatabase(
            address: database.reveal(),
            for: .folder(mark: try folder.databaseMark(), isNew: folder.mayBegin),
            isShared: isShared,
            migrations: ServerSchema.migrations,
            deferredWork: followsCommits ? ServerSchema.deferredWork : [],
            clock: clock,
            logger: logger,
            committed: committed
        )
        try folder.markUsed()
        return engine
    }

    // MARK: Looking

    /// Whether a database may begin here; see `DataFolder.mayBegin(in:database:)`.
    var mayBegin: Bool { get throws { try DataFolder.mayBegin(in: folder, database: place) } }

    /// How many migrations the next start of a server runs. Only looks.
    ///
    /// - Throws: `StorageError` with one line that says what's wrong.
    func inspect() throws -> DatabaseInspection {
        if let database {
            return try PostgreSQLDatabase.inspect(address: database.reveal(), known: ServerSchema.migrations)
        }
        return DatabaseInspection(pending: try ServerSchema.pending(in: databaseName))
    }

    /// Reads without changing or locking anything.
    ///
    /// - Throws: `StorageError` with one line that says what's wrong; errors of `body`.
    func read<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value {
        if let database { return try PostgreSQLDatabase.read(address: database.reveal(), body) }
        return try SQLiteDatabase.read(path: databaseName, body)
    }
}

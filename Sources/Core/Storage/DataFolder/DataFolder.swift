import Domain
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The folder that holds everything a server stores, locked by one process at a time and readable by its owner only.
///
/// ```swift
/// let folder = try DataFolder(path: "spotter-data")
/// print(folder.databasePath)  // spotter-data/spotter.db
/// ```
public final class DataFolder: Sendable {
    public let path: String
    private let lock: DataFolderLock
    private let place: DatabasePlace
    /// Whether a database may begin here. Otherwise there was one, and a missing or empty one was lost.
    public let mayBegin: Bool

    public var databasePath: String { Self.databasePath(in: path) }
    public var mediaPath: String { Self.mediaPath(in: path) }
    /// Copies of vectors that the database holds, for a quick start.
    public var vectorsPath: String { "\(path)/vectors" }
    /// Secrets that the server made, which aren't in the database: `key(named:)`.
    public var keysPath: String { Self.keysPath(in: path) }
    /// Where the server puts its own backups, unless configured otherwise.
    public var backupsPath: String { Self.backupsPath(in: path) }

    public static func databasePath(in folder: String) -> String { "\(folder)/spotter.db" }
    public static func mediaPath(in folder: String) -> String { "\(folder)/media" }
    public static func keysPath(in folder: String) -> String { "\(folder)/keys" }
    public static func backupsPath(in folder: String) -> String { "\(folder)/backups" }

    /// Creates the folder if it's missing, takes everybody else's rights from what is in it, and locks it for the lifetime
    /// of this object. From here on the process creates files that only their owner can read.
    ///
    /// - Parameters:
    ///   - mustExist: whether to refuse a folder that was never a server's, and leave everything untouched then.
    ///   - place: where its database is.
    /// - Throws: `StorageError.missing`, `.locked`, `.folderUnusable`, also if its database is somewhere else, or
    ///   `.missingDatabase` if the folder was in use and its database is gone.
    public init(path: String, mustExist: Bool = false, database place: DatabasePlace = .inside) throws {
        self.path = path
        self.place = place
        let names = [Self.databasePath(in: path), Self.markerPath(path)]
        guard !mustExist || names.contains(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw StorageError.missing(folder: path)
        }
        umask(0o077)
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StorageError.folderUnusable(folder: path, reason: ErrorText.of(error))
        }
        lock = try DataFolderLock(path)
        try Self.restrictAccess(in: path)
        mayBegin = try Self.mayBegin(in: path, database: place)
    }

    /// Remembers that there is a database, so that its loss is noticed. Call this once it was opened.
    public func markUsed() throws {
        guard !FileManager.default.fileExists(atPath: Self.markerPath(path)) else { return }
        try PrivateFile.write(
            Array("This folder belongs to a Spotter server. \(place.backup)\n".utf8),
            to: Self.markerPath(path)
        )
    }

    private static func markerPath(_ folder: String) -> String { "\(folder)/README" }

    // MARK: What is there

    /// Whether a database may begin in this folder. Only looks.
    ///
    /// - Throws: `StorageError.missingDatabase` if there was one, and it's gone; `.folderUnusable` if it isn't at `place`.
    public static func mayBegin(in path: String, database place: DatabasePlace = .inside) throws -> Bool {
        let database = databasePath(in: path)
        try place.require(database, in: path)
        let wasUsed =
            FileManager.default.fileExists(atPath: markerPath(path))
            || [mediaPath(in: path), "\(path)/vectors", keysPath(in: path)].contains(where: holdsFiles)
        let log = size(of: "\(database)-wal")
        guard place == .inside else { return !wasUsed }
        guard size(of: database) ?? 0 > 0 else {
            // SQLite would delete a log without a database, and with it what may be all messages.
            guard !wasUsed, log ?? 0 == 0 else { throw StorageError.missingDatabase(path: database) }
            return true
        }
        // A log stands beside a database that was just begun, and in which there is nothing yet.
        return !wasUsed && log != nil
    }

    private static func holdsFiles(_ folder: String) -> Bool {
        guard let entries = FileManager.default.enumerator(atPath: folder) else { return false }
        for case let entry as String in entries where size(of: "\(folder)/\(entry)") != nil { return true }
        return false
    }

    /// `nil` if there is no regular file.
    static func size(of path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    // MARK: Rights

    /// The folder itself may be anybody's to list, as a volume of a container often is. What is in it is the owner's.
    private static func restrictAccess(in path: String) throws {
        for name in ["spotter.db", "spotter.db-wal", "spotter.db-shm", "spotter.db-journal", "lock", "database"] {
            try restrict("\(path)/\(name)", to: 0o600, path)
        }
        for name in ["media", "vectors", "keys", "backups"] { try restrict("\(path)/\(name)", to: 0o700, path) }
    }

    private static func restrict(_ path: String, to mode: mode_t, _ folder: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & 0o077 != 0, status.st_mode & S_IFMT != S_IFLNK else { return }
        guard chmod(path, mode) == 0 else {
            throw StorageError.folderUnusable(
                folder: folder,
                reason: "others can read \(path), and that can't be changed: \(String(cString: strerror(errno)))"
            )
        }
    }
}

import CSQLiteFiles
public import Domain
import Foundation
import GRDB
import Synchronization

/// Stores an account's chats, history, outbox and drafts in one SQLite file that only its owner can read.
///
/// Except for unsent messages, it is a copy of the server's data. A file of another version is replaced by an empty one
/// when it is opened, a damaged one as soon as the damage is met; the messages of its outbox are carried over as far as
/// they are readable. Several processes may use the same file: every change is one transaction that starts from the
/// file's contents.
///
///     let path = try CacheLocation.path(of: me.id, at: address)
///     let cache = try ClientCache(path: path, me: me.id)
public final class ClientCache: Sendable {
    public let path: String
    let me: UserID
    let opened: Mutex<DatabaseQueue>

    /// Opens the file without reading more of it than its first pages; `replaceIfDamaged` reads the rest.
    public init(path: String, me: UserID) throws {
        self.path = path
        self.me = me
        try Self.makePrivate(path)
        opened = Mutex(try (try? Self.open(path)) ?? Self.replace(path, me))
    }

    /// Opens the file, and creates the tables if it is empty. Throws if it isn't a cache of this version.
    static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "spotter.cache"
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(10)
        _ = spotter_sqlite_clear_gaps()
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { database in
            // A message that is shown as queued must survive a power failure.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // Deleted messages must leave no traces in free pages and in the gaps of others.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try database.inTransaction(.immediate) {
                if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0 {
                    try CacheSchema.create(database)
                }
                guard try CacheSchema.isCurrent(database) else { throw CacheError.otherVersion }
                try CacheSchema.addMissing(database)
                return .commit
            }
        }
        return queue
    }

    /// Runs a read transaction.
    func read<Value>(_ body: (CacheTransaction) throws -> Value) throws -> Value {
        try mending { queue in try queue.read { try body(CacheTransaction(database: $0, me: me)) } }
    }

    /// Runs a write transaction, which applies entirely or not at all.
    func write<Value>(_ body: (CacheTransaction) throws -> Value) throws -> Value {
        try mending { try Self.write($0, me, body) }
    }

    static func write<Value>(
        _ queue: DatabaseQueue,
        _ me: UserID,
        _ body: (CacheTransaction) throws -> Value
    ) throws -> Value {
        try queue.writeWithoutTransaction { database in
            var value: Value?
            // Immediate, so that no other process can change what it reads before it writes.
            try database.inTransaction(.immediate) {
                value = try body(CacheTransaction(database: database, me: me))
                return .commit
            }
            guard let value else { throw CacheError.otherVersion }
            return value
        }
    }

    /// Deletes everything that can be fetched from the server again, and optionally what wasn't sent.
    func wipe(keepingOutbox: Bool) throws {
        try write { try $0.wipe(keepingOutbox: keepingOutbox) }
    }

    /// Deletes an account's file, after a logout.
    public static func discard(_ path: String) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            guard unlink(path + suffix) == 0 || errno == ENOENT else {
                throw CacheError.io(path: path + suffix, reason: String(cString: strerror(errno)))
            }
        }
    }

    /// Creates the folder with mode 0700 if it is missing, and the file with 0600 before SQLite writes to it. SQLite
    /// gives its side files the same mode.
    static func makePrivate(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let file = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0, fchmod(file, 0o600) == 0 else {
            let reason = String(cString: strerror(errno))
            if file >= 0 { Foundation.close(file) }
            throw CacheError.io(path: path, reason: reason)
        }
        Foundation.close(file)
    }
}

enum CacheError: Error, Equatable, CustomStringConvertible {
    case otherVersion
    case io(path: String, reason: String)

    var description: String {
        switch self {
        case .otherVersion: "the local cache is of another version"
        case .io(let path, let reason): "\(path): \(reason)"
        }
    }
}

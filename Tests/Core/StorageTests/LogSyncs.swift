import GRDB
import GRDBSQLite
import Synchronization

/// Counts how often a connection syncs its write-ahead log.
struct LogSyncs: Sendable {
    private struct Entry {
        /// The address of the file's own methods.
        let methods: UInt
        var count = 0
    }

    private static let entries = Mutex<[UInt: Entry]>([:])
    private let file: UInt

    /// - Returns: `nil` if the log isn't open.
    init?(of database: GRDB.Database) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
        guard let file, let methods = file.pointee.pMethods else { return nil }
        self.file = UInt(bitPattern: file)
        let entry = Entry(methods: UInt(bitPattern: methods))
        Self.entries.withLock { $0[UInt(bitPattern: file)] = entry }
        // The file uses it until it's closed, after the test.
        let counting = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        counting.initialize(to: methods.pointee)
        counting.pointee.xSync = { file, flags in LogSyncs.sync(file, flags) }
        file.pointee.pMethods = UnsafePointer(counting)
    }

    var count: Int { Self.entries.withLock { $0[file]?.count ?? 0 } }

    private static func sync(_ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32) -> Int32 {
        let key = UInt(bitPattern: file)
        guard let address = entries.withLock({ $0[key]?.methods }),
            let methods = UnsafePointer<sqlite3_io_methods>(bitPattern: address)
        else { return SQLITE_IOERR }
        let code = methods.pointee.xSync(file, flags)
        // Only now: what is counted is on disk.
        entries.withLock { $0[key]?.count += 1 }
        return code
    }
}

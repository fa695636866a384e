import Foundation
import GRDB

/// What is known of a database without opening it for writing.
public struct DatabaseInspection: Sendable, Hashable {
    /// The migrations that the next start runs; `nil` if it was never a server's database.
    public let pending: Int?

    package init(pending: Int?) { self.pending = pending }
}

extension SQLiteDatabase {
    /// Looks at the schema of a database file, without changing or locking anything.
    ///
    /// - Parameter known: the migrations of this version.
    /// - Throws: `StorageError` with one line that says what's wrong with the file.
    public static func inspect(path: String, known: [Migration]) throws -> DatabaseInspection {
        try read(path: path) { DatabaseInspection(pending: try Migrator(known, in: .sqlite).pending(on: $0)?.count) }
    }

    /// Reads from a database file, without changing or locking anything.
    ///
    /// - Throws: `StorageError` with one line that says what's wrong with the file; errors of `body`.
    public static func read<Value>(path: String, _ body: (any SQLConnection) throws -> Value) throws -> Value {
        try readFile(path: path) { database in
            try body(SQLiteConnection(database: database, statements: StatementCount(), health: .silent()))
        }
    }

    private static func readFile<Value>(path: String, _ body: (GRDB.Database) throws -> Value) throws -> Value {
        var configuration = Configuration.withFullText
        configuration.readonly = true
        configuration.busyMode = .timeout(1)
        // With nothing in the log the file is all there is, and reading it needs none of the files that SQLite would
        // create beside it.
        let log = try? FileManager.default.attributesOfItem(atPath: "\(path)-wal")[.size] as? Int
        let isWhole = (log ?? 0) == 0
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        do {
            let file = try DatabaseQueue(
                path: isWhole ? "file:\(escaped)?immutable=1" : path,
                configuration: configuration
            )
            defer { try? file.close() }
            return try file.read(body)
        } catch let error as DatabaseError {
            throw StorageError.unusable(path: path, reason: StorageHealth.advise(error))
        }
    }
}

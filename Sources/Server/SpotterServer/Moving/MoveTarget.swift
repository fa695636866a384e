import Domain
import Foundation
import Logging
import Messaging
import PostgreSQLStorage
import Storage

/// Where a database is moved to. It isn't the folder's until `adopt`.
struct MoveTarget {
    private enum Place {
        case postgreSQL(mark: String)
        case file(path: String)
    }

    let database: any DatabaseEngine
    /// What to remove to begin again.
    let name: String
    private let place: Place
    private let folder: DataFolder

    /// Opens the target, or begins it.
    ///
    /// - Throws: `StorageError` if it holds something else.
    init(_ direction: DatabaseMove.Direction, folder: DataFolder, address: Secret, logger: Logger) throws {
        self.folder = folder
        let mark = try folder.databaseMark()
        let migrations = ServerSchema.migrations
        switch direction {
        case .toPostgreSQL:
            database = try PostgreSQLDatabase(
                address: address.reveal(),
                for: .copy(mark: mark),
                migrations: migrations,
                logger: logger
            )
            name = "the database \(try PostgreSQLAddress(address.reveal())) (dropdb, createdb)"
            place = .postgreSQL(mark: mark)
        case .toFolder:
            let path = "\(folder.databasePath).copying"
            // A file without the mark has hardly begun.
            let source = try? SQLiteDatabase.read(path: path) { try CopyMark.source(on: $0) }
            if source != mark { Self.remove(path) }
            database = try SQLiteDatabase(path: path, migrations: migrations, logger: logger)
            name = path
            place = .file(path: path)
        }
    }

    private static func remove(_ path: String) {
        for file in [path, "\(path)-wal", "\(path)-shm"] { try? FileManager.default.removeItem(atPath: file) }
    }

    /// Whether there are still rows to be copied. Marks a file that is new.
    var isIncomplete: Bool {
        get async throws {
            if try await database.read({ try CopyMark.source(on: $0) }) != nil { return true }
            guard case .file = place else { return false }
            let mark = try folder.databaseMark()
            try await database.write { try CopyMark.begin(source: mark, on: $0) }
            return true
        }
    }

    /// Makes the copy a database of its own.
    func complete() async throws {
        try await database.numbersWereStored()
        let place = place
        try await database.write { connection in
            // The index of words isn't copied.
            try MessageFeed.fullText.rewind(on: connection)
            try CopyMark.end(on: connection)
            if case .postgreSQL(let mark) = place { try DatabaseUse.claim(for: mark, on: connection) }
        }
    }

    /// Makes it the folder's database, after both were closed.
    ///
    /// - Returns: the new path of the file that was it before; `nil` if it was none.
    func adopt() throws -> String? {
        switch place {
        case .postgreSQL: return try folder.setDatabaseAside()
        case .file(let path):
            try folder.adoptDatabase(path)
            return nil
        }
    }

    /// Opens what is the folder's database now. The folder is still held.
    static func reopen(
        _ direction: DatabaseMove.Direction,
        folder: DataFolder,
        address: Secret,
        logger: Logger
    ) throws -> any DatabaseEngine {
        switch direction {
        case .toPostgreSQL:
            try PostgreSQLDatabase(
                address: address.reveal(),
                for: .folder(mark: try folder.databaseMark(), isNew: false),
                migrations: ServerSchema.migrations,
                logger: logger
            )
        case .toFolder: try ServerSchema.open(path: folder.databasePath, mayBegin: false, logger: logger)
        }
    }
}

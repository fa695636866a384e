import Domain
import Foundation
import PostgreSQLTestKit
import SpotterServer
import Storage
import TestSupport
public import Testing

/// Where the servers of tests keep their database: in a file of the folder, or with `SPOTTER_TEST_DATABASE=postgreSQL` in the
/// environment on PostgreSQL.
enum ServerDatabase {
    /// The mark of all folders whose database is elsewhere. They are copies of one, which is of a folder with this mark.
    private static let mark = "5e7e57ed"

    /// The address of a folder's database; `nil` for a file in it.
    ///
    /// The same folder has the same database, so that a test can restart a server on it.
    /// - Throws: `PostgreSQLTestServer.Missing`, or why the database or the folder can't be used.
    static func address(for folder: String) throws -> Secret? {
        // A folder that holds a database stays with it.
        guard TestEngine.chosen == .postgreSQL,
            !FileManager.default.fileExists(atPath: DataFolder.databasePath(in: folder))
        else { return nil }
        // First, since databases whose folder is gone are dropped.
        try setMark(in: folder)
        let path = DataFolder.databasePath(in: folder)
        return Secret(try PostgreSQLTestServer.shared.address(for: path, like: "server", prepare: prepare))
    }

    /// Begins an empty folder with a copy of a new server's database.
    static func begin(in folder: String) throws {
        guard (try? FileManager.default.contentsOfDirectory(atPath: folder)) == [] else { return }
        try SQLiteTemplates.copy(to: DataFolder.databasePath(in: folder), like: "server") {
            _ = try ServerSchema.open(path: $0, followsCommits: false, logger: TestStore.quiet)
        }
    }

    /// Makes the database that others are copied from.
    private static func prepare(_ address: String) throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try setMark(in: folder.path)
        let location = DataLocation(folder: folder.path, database: Secret(address))
        _ = try location.openDatabase(in: try location.openFolder(), followsCommits: false, logger: TestStore.quiet)
    }

    private static func setMark(in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/database"
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try Data("\(mark)\n".utf8).write(to: URL(filePath: path))
    }
}

extension Trait where Self == ConditionTrait {
    /// For what a database in a file has and PostgreSQL doesn't: pages, a damaged file, archives of the folder.
    public static func onSQLite(_ why: Comment) -> Self { .enabled(if: TestEngine.chosen == .sqlite, why) }
}

import Domain
import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite(.standardTimeLimit) struct OpeningTests {
    /// Acked means on disk only with these (invariant 1).
    @Test func commitsAreDurable() async throws {
        try await StoreFixture.run { store in
            #expect(try await store.text("PRAGMA journal_mode") == "wal")
            #expect(try await store.int("PRAGMA synchronous") == 2)
            let writer = try await store.database.write { connection in
                [
                    try connection.first("PRAGMA synchronous") { try $0.int(0) },
                    try connection.first("PRAGMA foreign_keys") { try $0.int(0) },
                    try connection.first("PRAGMA wal_autocheckpoint") { try $0.int(0) },
                ]
            }
            #expect(writer == [2, 1, 16_384])
        }
    }

    /// A mistyped name doesn't leave a folder behind.
    @Test(arguments: [false, true])
    func aFolderThatMustExistIsNotCreated(isEmptyFolder: Bool) throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = isEmptyFolder ? folder.path : "\(folder.path)/typo/below"
        let error = #expect(throws: StorageError.self) { _ = try DataFolder(path: path, mustExist: true) }
        expectOneLine(error, containing: "there is no data folder \(path)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func migrationsRunOnce() async throws {
        try await StoreFixture.run { store in
            for _ in 0..<2 {
                try await store.database.close()
                let again = try StoreFixture.open(store.folder)
                let stored = try await again.read {
                    try $0.query("SELECT name FROM migrations ORDER BY rowid") { try $0.text(0) }
                }
                #expect(stored == StoreFixture.migrations.map(\.name))
                try await again.close()
            }
        }
    }

    @Test func aLaterMigrationFindsWhatIsStored() async throws {
        try await StoreFixture.run { store in
            try await store.database.write { _ = try $0.execute("INSERT INTO items (n, name) VALUES (1, 'one')") }
            try await store.database.close()
            let added = Migration("test: lengths", statements: ["UPDATE items SET n = length(name)"])
            let again = try StoreFixture.open(store.folder, migrations: StoreFixture.migrations + [added])
            #expect(try await again.read { try $0.first("SELECT n FROM items") { try $0.int(0) } } == 3)
            try await again.close()
        }
    }

    @Test func aFailingMigrationLeavesTheDatabaseAsItWas() async throws {
        try await StoreFixture.run { store in
            try await store.database.close()
            let broken = Migration("test: broken", statements: ["DELETE FROM items", "CREATE TABLE items (n)"])
            let error = #expect(throws: StorageError.self) {
                _ = try StoreFixture.open(store.folder, migrations: StoreFixture.migrations + [broken])
            }
            expectOneLine(error, containing: "items")
            try await StoreFixture.open(store.folder).close()
        }
    }

    /// A database of a server whose schemas were numbered runs only what its number doesn't hold.
    @Test(arguments: [1, 2])
    func aNumberedSchemaIsTakenOver(number: Int64) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let numbered = try StoreFixture.open(
            folder,
            migrations: [
                Migration("test: as it was") { connection in
                    try connection.execute("CREATE TABLE items (n INTEGER PRIMARY KEY)")
                    if number == 2 { try connection.execute("ALTER TABLE items ADD COLUMN name TEXT") }
                }
            ]
        )
        try await numbered.write { connection in
            try connection.execute("DROP TABLE migrations")
            try connection.execute("DELETE FROM schema_migrations")
            for version in 1...number {
                _ = try connection.execute(
                    "INSERT INTO schema_migrations (version, applied_at) VALUES ($1, 0)",
                    version
                )
            }
        }
        try await numbered.close()
        let named = [
            Migration("test: items", release: 1, statements: ["CREATE TABLE items (n INTEGER PRIMARY KEY)"]),
            Migration("test: names", release: 2, statements: ["ALTER TABLE items ADD COLUMN name TEXT"]),
        ]
        let path = "\(folder.path)/spotter.db"
        #expect(try SQLiteDatabase.inspect(path: path, known: named).pending == Int(2 - number))
        for _ in 0..<2 {
            let database = try StoreFixture.open(folder, migrations: named)
            try await database.write { _ = try $0.execute("INSERT INTO items (name) VALUES ('x')") }
            // What an older server refuses to open.
            #expect(
                try await database.read { try $0.first("SELECT max(version) FROM schema_migrations") { try $0.int(0) } }
                    == 5
            )
            try await database.close()
        }
    }

    @Test(arguments: [
        ("INSERT INTO schema_migrations (version, applied_at) VALUES (999, 0)", "newer spotter (schema 999"),
        ("INSERT INTO migrations (name, applied_at) VALUES ('test: later', 0)", "newer spotter (schema test: later"),
    ])
    func aNewerSchemaIsRefused(statement: String, message: String) async throws {
        try await StoreFixture.run { store in
            try await store.database.write { _ = try $0.execute(statement) }
            try await store.database.close()
            let error = #expect(throws: StorageError.self) { _ = try StoreFixture.open(store.folder) }
            expectOneLine(error, containing: message)
        }
    }

    @Test(arguments: [0, 100, 5000])
    func aDamagedFileIsNamed(offset: Int) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        var random = SeededRandom(seed: UInt64(offset))
        // Not SQLite from its first byte, or from somewhere behind a header that is right.
        var bytes = Array("SQLite format 3\u{0}".utf8) + random.bytes(20_000)
        if offset == 0 { bytes = random.bytes(20_000) }
        try Data(bytes).write(to: URL(filePath: "\(folder.path)/spotter.db"))
        let error = #expect(throws: StorageError.self) { _ = try StoreFixture.open(folder) }
        expectOneLine(error, containing: "can't use the database \(folder.path)/spotter.db")
    }

    @Test func aFolderBelongsToOneProcess() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/new/data"
        do {
            let first = try DataFolder(path: path)
            let error = #expect(throws: StorageError.self) { _ = try DataFolder(path: path) }
            guard case .locked(_, let pid) = error else {
                Issue.record("not locked: \(String(describing: error))")
                return
            }
            #expect(pid == "\(ProcessInfo.processInfo.processIdentifier)")
            expectOneLine(error, containing: "pid \(pid)")
            let rights = try FileManager.default.attributesOfItem(atPath: first.path)[.posixPermissions] as? Int
            #expect(rights == 0o700)
        }
        _ = try DataFolder(path: path)
    }

    private func expectOneLine(_ error: StorageError?, containing part: String) {
        let line = error?.description ?? ""
        #expect(line.contains(part) && !line.contains("\n"), "\(line)")
    }
}

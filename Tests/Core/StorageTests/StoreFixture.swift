import Domain
import Logging
import Storage
import TestSupport

/// A database file in a temporary folder.
struct StoreFixture: Sendable {
    let folder: TemporaryFolder
    let database: SQLiteDatabase

    static func run(_ body: (StoreFixture) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let store = StoreFixture(folder: folder, database: try open(folder))
        try await body(store)
        try? await store.database.close()
    }

    static let migrations = [
        Migration("test: items", statements: ["CREATE TABLE items (n INTEGER PRIMARY KEY)"]),
        Migration("test: names") { _ = try $0.execute("ALTER TABLE items ADD COLUMN name TEXT") },
    ]

    static func open(
        _ folder: TemporaryFolder,
        migrations: [Migration] = migrations,
        deferredWork: [any DeferredWork] = [],
        upkeep: UpkeepSettings = UpkeepSettings(),
        logger: Logger = quiet,
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws -> SQLiteDatabase {
        try open(
            "\(folder.path)/spotter.db",
            migrations: migrations,
            deferredWork: deferredWork,
            upkeep: upkeep,
            logger: logger,
            committed: committed
        )
    }

    static func open(
        _ path: String,
        migrations: [Migration] = migrations,
        deferredWork: [any DeferredWork] = [],
        mayBegin: Bool = true,
        upkeep: UpkeepSettings = UpkeepSettings(),
        logger: Logger = quiet,
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws -> SQLiteDatabase {
        return try SQLiteDatabase(
            path: path,
            migrations: migrations,
            deferredWork: deferredWork,
            mayBegin: mayBegin,
            upkeep: upkeep,
            clock: ManualClock(Timestamp(milliseconds: 1000)),
            logger: logger,
            committed: committed
        )
    }

    static var quiet: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

    func int(_ sql: String) async throws -> Int64? {
        try await database.read { try $0.first(sql) { try $0.int(0) } }
    }

    func text(_ sql: String) async throws -> String? {
        try await database.read { try $0.first(sql) { try $0.text(0) } }
    }
}

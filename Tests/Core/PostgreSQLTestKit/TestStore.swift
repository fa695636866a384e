import Domain
import Foundation
package import Logging
import PostgreSQLStorage
package import Storage
package import TestSupport

/// The engines that keep `Storage`'s promises.
package enum TestEngine: String, CaseIterable, Sendable {
    case sqlite, postgreSQL

    /// That of the modules' tests: what `SPOTTER_TEST_DATABASE` names.
    package static let chosen: TestEngine = {
        guard let name = ProcessInfo.processInfo.environment["SPOTTER_TEST_DATABASE"], !name.isEmpty else {
            return .sqlite
        }
        // Otherwise a misspelt name would pass on files.
        guard let engine = TestEngine(rawValue: name) else {
            preconditionFailure("SPOTTER_TEST_DATABASE is \(allCases.map(\.rawValue)), not \(name)")
        }
        return engine
    }()
}

/// A new database of an engine.
///
/// ```swift
/// @Test(arguments: TestEngine.allCases) func rowsComeBack(engine: TestEngine) async throws {
///     try await TestStore.run(on: engine) { store in … }
/// }
/// ```
package struct TestStore: Sendable {
    package let engine: TestEngine
    package let folder: TemporaryFolder
    /// A path, or PostgreSQL's address.
    package let address: String
    package let database: any Database

    /// - Throws: `PostgreSQLTestServer.Missing`; errors of `body`.
    package static func run(
        on engine: TestEngine,
        migrations: [Migration] = [],
        _ body: (TestStore) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let address =
            switch engine {
            case .sqlite: "\(folder.path)/spotter.db"
            case .postgreSQL: try PostgreSQLTestServer.shared.makeDatabase()
            }
        let database = try open(address, on: engine, migrations: migrations)
        try await body(TestStore(engine: engine, folder: folder, address: address, database: database))
        try? await database.close()
    }

    /// Opens the same database once more.
    package func open(migrations: [Migration] = [], logger: Logger = quiet) throws -> any Database {
        try Self.open(address, on: engine, migrations: migrations, logger: logger)
    }

    package static var quiet: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

    private static func open(
        _ address: String,
        on engine: TestEngine,
        migrations: [Migration],
        logger: Logger = quiet
    ) throws -> any Database {
        let clock = ManualClock(Timestamp(milliseconds: 1000))
        return switch engine {
        case .sqlite: try SQLiteDatabase(path: address, migrations: migrations, clock: clock, logger: logger)
        case .postgreSQL:
            try PostgreSQLDatabase(address: address, migrations: migrations, clock: clock, logger: logger)
        }
    }
}

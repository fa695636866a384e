import Accounts
import Cluster
import Contacts
package import Domain
package import Logging
import MediaStore
import Messaging
import PostgreSQLStorage
package import PostgreSQLTestKit
package import Storage

/// Databases with the tables of Messaging and of what stands below it, as a server has them before those of modules above.
///
/// They are SQLite's, or with `SPOTTER_TEST_DATABASE=postgreSQL` in the environment PostgreSQL's.
package enum TestDatabase {
    /// Whether there are databases of earlier versions: PostgreSQL's are younger than the migrations of rows.
    package static let hasEarlierVersions = TestEngine.chosen == .sqlite

    /// What is written under a lease is fenced, as on a node of a cluster.
    ///
    /// - Parameters:
    ///   - path: the same path is the same database, also where it isn't a file.
    ///   - engine: for tests that compare engines.
    ///   - isShared: whether it may be opened more than once. Only PostgreSQL's may.
    ///   - migrations: those of modules above Messaging, in the server's order.
    ///   - logger: nothing is logged if left out.
    package static func open(
        path: String,
        on engine: TestEngine = .chosen,
        isShared: Bool = false,
        adding migrations: [Migration] = [],
        clock: any WallClock = SystemClock(),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) throws -> any Database {
        let migrations =
            AccountsSchema.migrations + ContactsSchema.migrations + MediaStoreSchema.migrations
            + MessagingSchema.migrations + ClusterSchema.migrations + migrations
        let names = migrations.map(\.name).joined(separator: "\n")
        switch engine {
        case .sqlite:
            func open(_ path: String, _ deferredWork: [any DeferredWork] = []) throws -> SQLiteDatabase {
                try SQLiteDatabase(
                    path: path,
                    migrations: migrations,
                    deferredWork: deferredWork,
                    clock: clock,
                    logger: logger
                )
            }
            try SQLiteTemplates.copy(to: path, like: names) { _ = try open($0) }
            return FencingDatabase(try open(path, [FullTextIndexing()]))
        case .postgreSQL:
            func open(_ address: String) throws -> PostgreSQLDatabase {
                try PostgreSQLDatabase(
                    address: address,
                    isShared: isShared,
                    migrations: migrations,
                    deferredWork: [FullTextIndexing()],
                    clock: clock,
                    logger: logger
                )
            }
            let address = try PostgreSQLTestServer.shared.address(for: path, like: names) { _ = try open($0) }
            return FencingDatabase(try open(address))
        }
    }
}

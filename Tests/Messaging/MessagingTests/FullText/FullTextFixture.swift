import Domain
import MessagingTestKit
import Storage
import TestSupport

/// A database whose messages are written by SQL statements, to bring the full-text index into any state.
struct FullTextFixture: Sendable {
    let database: any Database

    static func run(_ body: (FullTextFixture) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let database = try TestDatabase.open(
            path: "\(folder.path)/spotter.db",
            clock: ManualClock(Timestamp(milliseconds: 1000))
        )
        try await body(FullTextFixture(database: database))
        try? await database.close()
    }
}

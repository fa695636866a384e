import Domain
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite(.standardTimeLimit) struct DeferredWorkTests {
    /// It follows what changes something, until nothing is left; what only reads, such as a ping, wakes nobody.
    @Test func followsChanges() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let work = Copying()
        let database = try StoreFixture.open(folder, deferredWork: [work])
        func write(_ sql: String) async throws {
            try await database.write { _ = try $0.execute(sql) }
            // Each of these waits for a step after the one before: enough for all that there is to copy.
            for _ in 0..<6 { try await database.write { _ in } }
        }
        try await write("CREATE TABLE copies (n INTEGER PRIMARY KEY)")
        try await write("INSERT INTO items (n) VALUES (1), (2), (3)")
        let calls = work.calls
        try await write("SELECT 1")
        #expect(work.calls == calls)
        #expect(try await database.read { try $0.first("SELECT count(*) FROM copies") { try $0.int(0) } } == 3)
        try await write("INSERT INTO items (n) VALUES (4)")
        #expect(work.calls > calls)
        #expect(try await database.read { try $0.first("SELECT count(*) FROM copies") { try $0.int(0) } } == 4)
        try await database.close()
    }

    /// What failed is tried again after the next write, whatever that does.
    @Test func isTriedAgainAfterAFailure() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let work = Copying()
        let database = try StoreFixture.open(folder, deferredWork: [work])
        for _ in 0..<3 { try await database.write { _ = try $0.execute("SELECT 1") } }
        #expect(work.calls >= 2, "the table is missing")
        try await database.close()
    }
}

/// Copies one item at a time.
private final class Copying: DeferredWork {
    private let count = Mutex(0)
    var calls: Int { count.withLock { $0 } }

    func advance(by limit: Int, on connection: any SQLConnection) throws -> Bool {
        count.withLock { $0 += 1 }
        return try connection.execute(
            "INSERT INTO copies SELECT n FROM items WHERE n NOT IN (SELECT n FROM copies) ORDER BY n LIMIT 1"
        ) > 0
    }

    func removeTraces(on connection: any SQLConnection) -> Bool { false }
}

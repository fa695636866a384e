import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// What of the database stands in which file.
@Suite(.standardTimeLimit) struct UpkeepTests {
    private static let sentinel = "Zwergspitz-4711"

    private static var quick: UpkeepSettings {
        var settings = UpkeepSettings()
        (settings.idleDelay, settings.erasureDelay) = (.milliseconds(20), .milliseconds(1))
        return settings
    }

    /// Copying the one file of a stopped server is a whole backup.
    @Test func afterTheEndTheFileAloneHoldsEverything() async throws {
        try await StoreFixture.run { store in
            for n in 0..<500 {
                try await store.database.write { _ = try $0.execute("INSERT INTO items (n, name) VALUES ($1, 'x')", n) }
            }
            // Readers are open, with statements that they keep.
            #expect(try await store.int("SELECT count(*) FROM items") == 500)
            try await store.database.close()
            #expect(try store.folder.names() == ["spotter.db"])
            let copy = TemporaryFolder()
            defer { copy.remove() }
            try copy.write(try store.folder.content(of: "spotter.db"), to: "spotter.db")
            let again = try StoreFixture.open(copy)
            #expect(try await again.read { try $0.first("SELECT count(*) FROM items") { try $0.int(0) } } == 500)
            try await again.close()
        }
    }

    /// Another process that reads holds up nothing; the data is whole in both files.
    @Test func theEndDoesNotNeedTheReadersOfOthers() async throws {
        try await StoreFixture.run { store in
            try await store.database.write { _ = try $0.execute("INSERT INTO items (n) VALUES (1)") }
            var configuration = Configuration()
            configuration.readonly = true
            let other = try DatabaseQueue(path: "\(store.folder.path)/spotter.db", configuration: configuration)
            try await store.database.close()
            let count = try await other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM items") }
            #expect(count == 1)
            try other.close()
        }
    }

    /// A burst of writes doesn't leave its pages in memory for good.
    @Test func thePageCacheIsFreedWhenTheWriterIsIdle() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        var settings = Self.quick
        settings.minCacheBytes = 100_000
        let database = try StoreFixture.open(folder, upkeep: settings)
        func cache() -> Int {
            database.writer.unsafeReentrantWrite { SQLiteDatabase.cacheBytes(of: $0) }
        }
        try await database.write { connection in
            let name = String(repeating: "x", count: 1000)
            for n in 0..<1000 { _ = try connection.execute("INSERT INTO items (n, name) VALUES ($1, $2)", n, name) }
        }
        await until("the cache is freed") { cache() < settings.minCacheBytes }
        #expect(try await database.read { try $0.first("SELECT count(*) FROM items") { try $0.int(0) } } == 1000)
        try await database.close()
    }

    @Test func theLogIsEmptiedWhenTheWriterIsIdle() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let database = try StoreFixture.open(folder, upkeep: Self.quick)
        try await database.write { connection in
            for n in 0..<1000 {
                _ = try connection.execute(
                    "INSERT INTO items (n, name) VALUES ($1, $2)",
                    n,
                    String(repeating: "x", count: 2000)
                )
            }
        }
        await until("the log is empty") { Self.logSize(folder) == 0 }
        try await database.close()
    }

    /// Soon after the commit no file holds what was erased, although readers come all the time.
    @Test func whatWasErasedLeavesTheFiles() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let database = try StoreFixture.open(folder, upkeep: Self.quick)
        try await database.write { connection in
            for n in 0..<100 {
                _ = try connection.execute("INSERT INTO items (n, name) VALUES ($1, $2)", n, "\(Self.sentinel) \(n)")
            }
        }
        // It may be on its way from the log to the database just now.
        await until("a file holds it") { Self.holdsSentinel(folder) }
        let reading = Task {
            while !Task.isCancelled {
                _ = try await database.read { try $0.first("SELECT count(*) FROM items") { try $0.int(0) } }
            }
        }
        try await database.write { connection in
            connection.markErasure()
            try connection.execute("DELETE FROM items")
        }
        await until("no file holds what was erased") { !Self.holdsSentinel(folder) }
        reading.cancel()
        _ = await reading.result
        try await database.close()
    }

    /// What an erasure before a crash left to be done is done after the start.
    @Test func tracesAreRemovedAfterAnErasureAndAfterTheStart() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let work = CountingWork()
        let database = try StoreFixture.open(folder, deferredWork: [work], upkeep: Self.quick)
        await until("traces are removed after the start") { work.removals > 0 }
        let before = work.removals
        try await database.write { $0.markErasure() }
        await until("traces are removed after an erasure") { work.removals > before }
        try await database.close()
    }

    /// When rows are distributed over pages anew, SQLite leaves copies of them in what becomes the gap of a page.
    @Test func copiesOfMovedRowsLeaveTheFile() async throws {
        try await StoreFixture.run { store in
            for seed in 0..<200 {
                let first = seed * 1000
                try await store.database.write { connection in
                    var random = SeededRandom(seed: UInt64(seed))
                    func insert(_ n: Int, _ name: String) throws {
                        let statement = "INSERT INTO items (n, name) VALUES ($1, $2) ON CONFLICT DO NOTHING"
                        _ = try connection.execute(statement, first + n, name)
                    }
                    let fillers = (0..<60).map { _ in
                        String(repeating: "x", count: .random(in: 100..<900, using: &random))
                    }
                    for n in 0..<40 { try insert(n * 10, fillers[n]) }
                    try insert(205, String(repeating: Self.sentinel, count: 8))
                    for filler in fillers.dropFirst(40) { try insert(.random(in: 190..<220, using: &random), filler) }
                }
                try await store.database.write { connection in
                    connection.markErasure()
                    try connection.execute("DELETE FROM items WHERE n = $1", first + 205)
                }
            }
            try await store.database.close()
            #expect(!Self.holdsSentinel(store.folder))
        }
    }

    /// FAST would leave erased text in pages that have become free.
    @Test func freedPagesAreOverwritten() async throws {
        try await StoreFixture.run { store in
            let mode = try await store.database.write { try $0.first("PRAGMA secure_delete") { try $0.int(0) } }
            #expect(mode == 1)
        }
    }

    private static func logSize(_ folder: TemporaryFolder) -> Int {
        (try? folder.content(of: "spotter.db-wal").count) ?? 0
    }

    private static func holdsSentinel(_ folder: TemporaryFolder) -> Bool {
        ["spotter.db", "spotter.db-wal"].contains { name in
            Data((try? folder.content(of: name)) ?? []).firstRange(of: Data(sentinel.utf8)) != nil
        }
    }
}

private final class CountingWork: DeferredWork {
    private let count = Mutex(0)
    var removals: Int { count.withLock { $0 } }

    func advance(by limit: Int, on connection: any SQLConnection) -> Bool { false }
    func removeTraces(on connection: any SQLConnection) -> Bool {
        count.withLock { $0 += 1 }
        return false
    }
}

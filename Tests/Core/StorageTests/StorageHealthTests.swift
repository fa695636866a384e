import Domain
import Foundation
import GRDB
import Logging
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite(.standardTimeLimit) struct StorageHealthTests {
    /// A full disk is an error of its own, reads go on, and so do writes as soon as there's room.
    @Test func aFullDiskIsToldApart() async throws {
        try await StoreFixture.run { store in
            try await store.fill(pages: 4)
            let pages = try #require(try await store.int("PRAGMA page_count"))
            try await store.database.write { _ = try $0.first("PRAGMA max_page_count = \(pages)") { $0.value(0) } }
            let error = await #expect(throws: SpotterError.self) { try await store.fill(pages: 50) }
            #expect(error == .storageFull)
            #expect(error?.retryable == true)
            #expect(try await store.int("SELECT count(*) FROM items") == 4, "what failed left nothing")
            #expect(!store.database.health.isDamaged)
            try await store.database.write { _ = try $0.first("PRAGMA max_page_count = 100000") { $0.value(0) } }
            try await store.fill(pages: 50)
            #expect(try await store.int("SELECT count(*) FROM items") == 54)
        }
    }

    /// At the start, where nobody has seen a log of the server yet. The second is the file that connections share.
    @Test(arguments: [ResultCode.SQLITE_FULL, .SQLITE_IOERR_SHMSIZE])
    func aStartOnAFullDiskSaysSo(code: ResultCode) {
        let words = StorageHealth.advise(DatabaseError(resultCode: code, message: "disk I/O error", sql: "PRAGMA x"))
        #expect(words.contains("disk is full") && words.contains("make room") && !words.contains("PRAGMA"))
        #expect(!StorageHealth.advise(DatabaseError(resultCode: .SQLITE_IOERR, message: "x")).contains("full"))
    }

    @Test func aLockedDatabaseIsUnavailableForAWhile() async throws {
        try await StoreFixture.run { store in
            try await store.database.write { _ = try $0.first("PRAGMA busy_timeout = 1") { $0.value(0) } }
            let other = try StoreFixture.open(store.folder)
            let isDone = Mutex(false)
            let (started, start) = AsyncStream<Void>.makeStream()
            other.enqueue { connection in
                // The lock is taken for the first statement.
                try connection.execute("DELETE FROM items")
                start.finish()
                while !isDone.withLock({ $0 }) {}
            } completion: { _ in
            }
            for await _ in started {}
            let error = await #expect(throws: SpotterError.self) { try await store.database.tryWriting() }
            isDone.withLock { $0 = true }
            #expect(error?.code == .unavailable && error?.retryable == true)
            #expect(try await store.int("SELECT count(*) FROM items") == 0, "reads go on")
            try await other.close()
            try await store.database.tryWriting()
        }
    }

    /// Damage that any statement meets stops every later write; what can be read is still read.
    @Test func damageStopsWrites() async throws {
        try await StoreFixture.run { store in
            try await store.fill(pages: 60)
            try await store.database.close()
            try store.damage()
            let log = RecordedLog()
            let damaged = try StoreFixture.open(store.folder, logger: log.logger)
            try await damaged.write { _ = try $0.execute("CREATE TABLE other (n INTEGER)") }
            let met = await #expect(throws: SpotterError.self) {
                _ = try await damaged.read { try $0.query("SELECT name FROM items") { try $0.text(0) } }
            }
            #expect(met == .storageDamaged)
            let refused = await #expect(throws: SpotterError.self) {
                try await damaged.write { _ = try $0.execute("INSERT INTO other (n) VALUES (1)") }
            }
            #expect(refused == .storageDamaged)
            await #expect(throws: SpotterError.storageDamaged) { try await damaged.tryWriting() }
            #expect(try await damaged.read { try $0.first("SELECT count(*) FROM other") { try $0.int(0) } } == 0)
            let lines = log.lines(of: .critical)
            #expect(lines.count == 1, "\(lines)")
            #expect(lines.first?.contains("restore a backup") == true && lines.first?.contains("\n") == false)
            try? await damaged.close()
        }
    }

    @Test func theQuickCheckFindsDamageThatNobodyMet() async throws {
        try await StoreFixture.run { store in
            try await store.fill(pages: 60)
            #expect(try await store.database.checkQuickly(rest: 0) == [])
            #expect(!store.database.health.isDamaged)
            try await store.database.close()
            try store.damage()
            let damaged = try StoreFixture.open(store.folder)
            let faults = try await damaged.checkQuickly(rest: 0)
            #expect(faults.contains { $0.hasPrefix("items: ") }, "\(faults)")
            #expect(faults.allSatisfy { !$0.contains("\n") }, "\(faults)")
            #expect(damaged.health.isDamaged)
            try? await damaged.close()
        }
    }

    @Test func aStatementThatFailsIsOneLine() async throws {
        try await StoreFixture.run { store in
            let error = await #expect(throws: StorageError.self) {
                _ = try await store.database.read { connection in
                    try connection.query("SELECT nothing\nFROM\n  items") { try $0.int(0) }
                }
            }
            let line = "\(try #require(error))"
            #expect(line.contains("nothing") && !line.contains("\n"))
        }
    }

    @Test func groupsAreTimed() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let times = Mutex<[Duration]>([])
        let database = try StoreFixture.open(folder) { time in times.withLock { $0.append(time) } }
        try await database.tryWriting()
        try await database.close()
        let seen = times.withLock { $0 }
        #expect(seen.count == 1 && seen.allSatisfy { $0 > .zero })
    }
}

extension StoreFixture {
    /// Rows of about a page each.
    func fill(pages: Int) async throws {
        try await database.write { connection in
            for _ in 0..<pages {
                try connection.execute("INSERT INTO items (name) VALUES ($1)", String(repeating: "x", count: 3600))
            }
        }
    }

    /// Overwrites pages in the middle of the closed file, where the rows are.
    func damage() throws {
        let file = try FileHandle(forUpdating: URL(filePath: "\(folder.path)/spotter.db"))
        defer { try? file.close() }
        let size = try file.seekToEnd()
        try file.seek(toOffset: size / 4)
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size / 2)))
    }
}

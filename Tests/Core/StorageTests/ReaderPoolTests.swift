import Dispatch
import Domain
import Foundation
import GRDB
import Logging
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite(.standardTimeLimit) struct ReaderPoolTests {
    /// Reads of any number share a few connections, and each sees what was committed before it was asked for.
    @Test func readsSeeWhatWasCommittedBefore() async throws {
        try await StoreFixture.run { store in
            for n in 1...20 {
                try await store.database.write { _ = try $0.execute("INSERT INTO items (n) VALUES ($1)", n) }
                let counts = try await withThrowingTaskGroup(of: Int64?.self) { group in
                    for _ in 0..<50 {
                        group.addTask {
                            try await store.database.read {
                                try $0.first("SELECT count(*) FROM items") { try $0.int(0) }
                            }
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(counts == Array(repeating: Int64(n), count: 50))
            }
        }
    }

    /// What fails leaves the connection as it was for the next read.
    @Test func aFailedReadIsTheOnlyOneThatFails() async throws {
        try await StoreFixture.run { store in
            await #expect(throws: (any Error).self) {
                _ = try await store.database.read { try $0.execute("INSERT INTO items (n) VALUES (1)") }
            }
            await #expect(throws: (any Error).self) {
                _ = try await store.database.read { try $0.execute("SELECT * FROM missing") }
            }
            let count = try await store.int("SELECT count(*) FROM items")
            #expect(count == 0)
        }
    }

    /// A statement that a reader keeps prepared follows the schema.
    @Test func keptStatementsFollowTheSchema() async throws {
        try await StoreFixture.run { store in
            try await store.database.write { _ = try $0.execute("INSERT INTO items (n, name) VALUES (1, 'one')") }
            func row() async throws -> SQLValue? {
                try await store.database.read { try $0.first("SELECT * FROM items") { $0.value(2) } }
            }
            #expect(try await row() == .null)
            try await store.database.write { _ = try $0.execute("ALTER TABLE items ADD COLUMN size INTEGER DEFAULT 7") }
            #expect(try await row() == .integer(7))
        }
    }

    /// Every read is answered once while the database is closed: with its value, or with an error.
    @Test func closingAnswersEveryRead() async throws {
        for _ in 0..<20 {
            try await StoreFixture.run { store in
                let answers = Atomic(0)
                for _ in 0..<200 {
                    store.database.enqueueRead {
                        try $0.exists("SELECT 1 FROM items")
                    } completion: { _ in
                        answers.add(1, ordering: .relaxed)
                    }
                }
                try await store.database.close()
                await until("all are answered") { answers.load(ordering: .relaxed) == 200 }
                await #expect(throws: SpotterError.shuttingDown) {
                    try await store.database.read { try $0.exists("SELECT 1 FROM items") }
                }
            }
        }
    }

    /// Without any connection every read that waits ends, with an error, and the log says why once.
    @Test func readsEndIfNothingCanBeOpened() async {
        let log = RecordedLog()
        let pool = ReaderPool(
            path: "/nonexistent/spotter.db",
            configuration: Configuration(),
            maxCount: 2,
            statements: StatementCount(),
            health: StorageHealth(logger: log.logger)
        )
        let (answers, answer) = AsyncStream<Bool>.makeStream()
        for _ in 0..<20 { pool.use { answer.yield($0 != nil) } }
        var seen: [Bool] = []
        for await isOpen in answers.prefix(20) { seen.append(isOpen) }
        #expect(seen == Array(repeating: false, count: 20))
        #expect(log.lines(of: .error).count == 1, "\(log.lines(of: .error))")
        // Each later read tries again.
        pool.use { answer.yield($0 != nil) }
        for await isOpen in answers.prefix(1) { #expect(!isOpen) }
        pool.close()
    }

    /// A read for which no connection can be opened waits for one that is.
    @Test func readsWaitForTheConnectionThatThereIs() async throws {
        try await StoreFixture.run { store in
            let path = "\(store.folder.path)/spotter.db"
            let log = RecordedLog()
            let pool = ReaderPool(
                path: path,
                configuration: Configuration(),
                maxCount: 2,
                statements: StatementCount(),
                health: StorageHealth(logger: log.logger)
            )
            let (answers, answer) = AsyncStream<Int64?>.makeStream()
            let (isReading, reading) = AsyncStream<Void>.makeStream()
            let mayEnd = DispatchSemaphore(value: 0)
            pool.use { connection in
                reading.finish()
                mayEnd.wait()
                answer.yield(connection.flatMap(Self.one))
            }
            for await _ in isReading {}
            try FileManager.default.moveItem(atPath: path, toPath: "\(path).moved")
            for _ in 0..<3 { pool.use { answer.yield($0.flatMap(Self.one)) } }
            await until("another connection was tried") { !log.lines(of: .error).isEmpty }
            mayEnd.signal()
            var seen: [Int64?] = []
            for await value in answers.prefix(4) { seen.append(value) }
            #expect(seen == [1, 1, 1, 1])
            pool.close()
            try FileManager.default.moveItem(atPath: "\(path).moved", toPath: path)
        }
    }

    private static func one(_ connection: some SQLConnection) -> Int64? {
        try? connection.first("SELECT 1") { try $0.int(0) }
    }
}

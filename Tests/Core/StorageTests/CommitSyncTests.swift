import Dispatch
import GRDB
import GRDBSQLite
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// What is acknowledged is on disk, and costs one sync for all that is committed together.
@Suite(.standardTimeLimit) struct CommitSyncTests {
    /// The acknowledgement comes after the sync of its commit, and there is no second one.
    @Test func aCommitIsSyncedOnceBeforeItIsAcknowledged() async throws {
        try await Self.run { database, syncs in
            for number in 1...20 {
                let before = syncs.count
                let after = try await Self.syncsAtAcknowledgement(of: number, in: database, syncs)
                #expect(after == before + 1)
            }
        }
    }

    @Test func aGroupIsSyncedOnce() async throws {
        try await Self.run { database, syncs in
            let (isWriting, writing) = AsyncStream<Void>.makeStream()
            let mayEnd = DispatchSemaphore(value: 0)
            let (acknowledged, acknowledge) = AsyncStream<Int>.makeStream()
            let before = syncs.count
            database.enqueue { connection in
                writing.finish()
                mayEnd.wait()
                _ = try connection.execute("INSERT INTO items (n) VALUES (51)")
            } completion: { result in
                if case .success = result { acknowledge.yield(syncs.count) }
            }
            for await _ in isWriting {}
            for number in 1...50 {
                database.enqueue {
                    _ = try $0.execute("INSERT INTO items (n) VALUES ($1)", number)
                } completion: { result in
                    if case .success = result { acknowledge.yield(syncs.count) }
                }
            }
            mayEnd.signal()
            var seen: [Int] = []
            for await count in acknowledged.prefix(51) { seen.append(count) }
            // The first one's may come while the others are being synced.
            #expect(seen.first.map { $0 - before >= 1 } == true)
            #expect(seen.dropFirst().allSatisfy { $0 == before + 2 }, "\(seen)")
            #expect(syncs.count == before + 2)
        }
    }

    /// A job that fails half-way makes the group run again, which is synced once.
    @Test func aRepeatedGroupIsSyncedOnce() async throws {
        try await Self.run { database, syncs in
            let before = syncs.count
            await #expect(throws: (any Error).self) {
                try await database.write {
                    _ = try $0.execute("INSERT INTO items (n) VALUES (1)")
                    _ = try $0.execute("INSERT INTO missing (n) VALUES (1)")
                }
            }
            // A page that was changed and taken back may be written.
            let failed = syncs.count
            #expect(failed <= before + 1)
            let after = try await Self.syncsAtAcknowledgement(of: 1, in: database, syncs)
            #expect(after == failed + 1)
        }
    }

    @Test func deferrableWritesWaitForTheNextSync() async throws {
        try await Self.run { database, syncs in
            let before = syncs.count
            for number in 1...5 {
                try await database.writeDeferrable { _ = try $0.execute("INSERT INTO items (n) VALUES ($1)", number) }
            }
            #expect(syncs.count == before)
            #expect(try await Self.syncsAtAcknowledgement(of: 6, in: database, syncs) == before + 1)
        }
    }

    /// A group that runs no statement begins no transaction. Where none can begin, nothing is committed by itself either.
    @Test func aTransactionBeginsWithItsFirstStatement() async throws {
        try await Self.run { database, _ in
            try await database.writer.writeWithoutTransaction { Self.refuseTransactions(on: $0) }
            try await database.write { _ in }
            await #expect(throws: StorageError.self) {
                try await database.write { connection in
                    for number in 1...2 { _ = try? connection.execute("INSERT INTO items (n) VALUES ($1)", number) }
                }
            }
            try await database.writer.writeWithoutTransaction { database in
                _ = sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
            }
            let numbers = try await database.read { try $0.query("SELECT n FROM items") { try $0.int(0) } }
            #expect(numbers == [0])
        }
    }

    /// A commit that couldn't be synced isn't made: nothing is acknowledged until syncing works again.
    @Test func nothingIsAcknowledgedWithoutSync() async throws {
        try await Self.run { database, syncs in
            try await database.writeDeferrable { _ = try $0.execute("INSERT INTO items (n) VALUES (1)") }
            try await database.writer.writeWithoutTransaction { Self.refuseSync(on: $0) }
            let before = syncs.count
            for number in 2...4 {
                let error = await #expect(throws: StorageError.self) {
                    try await database.write { _ = try $0.execute("INSERT INTO items (n) VALUES ($1)", number) }
                }
                #expect("\(error as Any)".contains("synchronous"), "\(error as Any)")
            }
            #expect(syncs.count == before)
            // What nobody waits for goes on.
            try await database.writeDeferrable { _ = try $0.execute("INSERT INTO items (n) VALUES (5)") }
            let numbers = try await database.read { try $0.query("SELECT n FROM items ORDER BY n") { try $0.int(0) } }
            #expect(numbers == [0, 1, 5])
            try await database.writer.writeWithoutTransaction { database in
                _ = sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
            }
            #expect(try await Self.syncsAtAcknowledgement(of: 6, in: database, syncs) == before + 1)
        }
    }

    private static func refuseSync(on database: GRDB.Database) {
        sqlite3_set_authorizer(
            database.sqliteConnection,
            { _, action, name, value, _, _ in
                guard action == SQLITE_PRAGMA, let name, let value else { return SQLITE_OK }
                let isRefused = String(cString: name) == "synchronous" && String(cString: value) == "FULL"
                return isRefused ? SQLITE_DENY : SQLITE_OK
            },
            nil
        )
    }

    private static func refuseTransactions(on database: GRDB.Database) {
        sqlite3_set_authorizer(
            database.sqliteConnection,
            { _, action, name, _, _, _ in
                guard action == SQLITE_TRANSACTION, let name, String(cString: name) == "BEGIN" else { return SQLITE_OK }
                return SQLITE_DENY
            },
            nil
        )
    }

    private static func syncsAtAcknowledgement(
        of number: Int,
        in database: SQLiteDatabase,
        _ syncs: LogSyncs
    ) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            database.enqueue {
                _ = try $0.execute("INSERT INTO items (n) VALUES ($1)", number)
            } completion: { result in
                continuation.resume(with: result.map { syncs.count })
            }
        }
    }

    /// With an open log whose header is synced, and which nothing empties meanwhile.
    private static func run(_ body: (SQLiteDatabase, LogSyncs) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        var upkeep = UpkeepSettings()
        (upkeep.idleDelay, upkeep.erasureDelay) = (.seconds(3600), .seconds(3600))
        let database = try StoreFixture.open(folder, upkeep: upkeep)
        try await database.write { _ = try $0.execute("INSERT INTO items (n) VALUES (0)") }
        let syncs = try #require(try await database.writer.writeWithoutTransaction { LogSyncs(of: $0) })
        try await body(database, syncs)
        try await database.close()
    }
}

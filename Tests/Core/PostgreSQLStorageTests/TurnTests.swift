import PostgreSQLTestKit
import Storage
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStorage

/// What a server learns of the others by the number of its turn.
@Suite(.standardTimeLimit) struct TurnTests {
    private static let numbers = Migration(
        "test: numbers",
        statements: ["CREATE TABLE numbers (n INTEGER PRIMARY KEY)"]
    )

    private static let insert = "INSERT INTO numbers (n) VALUES ($1)"

    /// A transaction that another server wrote in between is told to what this one remembers.
    @Test func aTurnOfAnotherServer() async throws {
        try await TestStore.run(on: .postgreSQL, migrations: [Self.numbers]) { store in
            let observer = Watching()
            store.database.setObserver(observer)
            try await store.database.write { try $0.executeLater(Self.insert, 1) }
            try await store.database.write { try $0.executeLater(Self.insert, 2) }
            #expect(observer.last == .nothing)
            let other = try PostgreSQLSession(PostgreSQLAddress(store.address))
            try other.execute("UPDATE storage_turn SET turn = turn + 1")
            try await store.database.write { try $0.executeLater(Self.insert, 3) }
            #expect(observer.last == .rows)
            try other.execute("UPDATE storage_turn SET turn = turn + 1, memory = memory + 1")
            try await store.database.write { try $0.executeLater(Self.insert, 4) }
            #expect(observer.last == .anything)
            // What this server itself changes is known to it.
            for number in 5...6 {
                try await store.database.write { connection in
                    try connection.executeLater(Self.insert, number)
                    connection.expireMemory()
                }
                #expect(observer.last == .nothing)
            }
            // A turn that wasn't synced is gone with its database, and another server's has its number.
            try PostgreSQLSession(PostgreSQLAddress(store.address)).execute(
                """
                SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """
            )
            try await store.database.write { try $0.executeLater(Self.insert, 7) }
            #expect(observer.last == .anything)
        }
    }

    /// Whoever has only read hasn't had a turn: nothing waits for the disk, and others see no number missing.
    @Test func whoOnlyReadsGivesTheTurnBack() async throws {
        try await TestStore.run(on: .postgreSQL, migrations: [Self.numbers]) { store in
            let observer = Watching()
            store.database.setObserver(observer)
            let other = try PostgreSQLSession(PostgreSQLAddress(store.address))
            func turn() throws -> Int64 { try other.integer("SELECT turn FROM storage_turn") }
            let insert = Self.insert
            try await store.database.write { try $0.executeLater(insert, 1) }
            let first = try turn()
            let count = try await store.database.write { connection in
                try connection.first("SELECT count(*) FROM numbers") { try $0.int(0) }
            }
            #expect(count == 1)
            await #expect(throws: CancellationError.self) {
                try await store.database.write { _ -> Void in throw CancellationError() }
            }
            #expect(try turn() == first)
            // What others write in between is seen once, by whoever reads first.
            try other.execute("UPDATE storage_turn SET turn = turn + 1")
            for expected in [OthersWrites.rows, .nothing] {
                _ = try await store.database.write { try $0.exists("SELECT 1 FROM numbers") }
                #expect(observer.last == expected)
            }
            #expect(try turn() == first + 1)
            try await store.database.write { try $0.executeLater(insert, 2) }
            #expect(observer.last == .nothing)
            #expect(try turn() == first + 2)
            // What isn't a query may have changed something else than rows.
            _ = try await store.database.write { try $0.execute("ANALYZE numbers") }
            #expect(try turn() == first + 3)
        }
    }
}

private final class Watching: GroupCommitObserver {
    private let seen = Mutex<OthersWrites?>(nil)

    var last: OthersWrites? { seen.withLock { $0 } }

    func transactionDidBegin(
        with jobs: [any WriteJob],
        after othersWrites: OthersWrites,
        on connection: any SQLConnection
    ) { seen.withLock { $0 = othersWrites } }

    func groupWillBegin() {}
    func groupWillCommit(on connection: any SQLConnection) {}
    func groupDidRollBack() {}
    func groupDidComplete() {}
}

import Domain
import Storage
import Synchronization
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct GroupCommitTests {
    private struct Refused: Error {}

    /// Jobs queue up behind the first, so that they share a transaction; every third one fails.
    @Test func aFailingJobLeavesNothingAndDisturbsNobody() async throws {
        try await StoreFixture.run { store in
            try await store.database.write { _ = try $0.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)") }
            let finished = Mutex((numbers: [Int](), failures: [Int]()))
            let (done, end) = AsyncStream<Void>.makeStream()
            let gate = Mutex(false)
            let (started, start) = AsyncStream<Void>.makeStream()
            store.database.enqueue { _ in
                start.finish()
                while !gate.withLock({ $0 }) {}
            } completion: { _ in
            }
            for await _ in started {}  // so that all the others come into one group after it
            let observer = RollbackCounter()
            store.database.setObserver(observer)
            for number in 0..<300 {
                store.database.enqueue { connection in
                    try connection.execute("INSERT INTO t (n) VALUES ($1)", number)
                    if number % 3 == 1 { throw Refused() }
                } completion: { result in
                    finished.withLock { finished in
                        finished.numbers.append(number)
                        if case .failure(let error) = result, error is Refused { finished.failures.append(number) }
                    }
                    if number == 299 { end.finish() }
                }
            }
            gate.withLock { $0 = true }
            for await _ in done {}
            let (numbers, failures) = finished.withLock { $0 }
            #expect(numbers == Array(0..<300), "completions come in the order of the queue")
            let refused = (0..<300).filter { $0 % 3 == 1 }
            #expect(failures == refused)
            #expect(observer.count == 101, "once for the whole group, then for each that failed")
            let stored = try await store.database.read { try $0.query("SELECT n FROM t ORDER BY n") { try $0.int(0) } }
            let expected = (0..<300).map { Int64($0) }.filter { $0 % 3 != 1 }
            #expect(stored == expected)
        }
    }

    /// A completion may not run before its write is there for every reader.
    @Test func completionMeansCommitted() async throws {
        try await StoreFixture.run { store in
            try await store.database.write { _ = try $0.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)") }
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    group.addTask {
                        try await store.database.write { _ = try $0.execute("INSERT INTO t (n) VALUES ($1)", number) }
                        let found = try await store.database.read {
                            try $0.exists("SELECT 1 FROM t WHERE n = $1", number)
                        }
                        #expect(found)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func closingFinishesWhatWasAcceptedAndRefusesMore() async throws {
        try await StoreFixture.run { store in
            try await store.database.write { _ = try $0.execute("CREATE TABLE t (n INTEGER)") }
            for number in 0..<200 {
                store.database.enqueue {
                    _ = try $0.execute("INSERT INTO t (n) VALUES ($1)", number)
                } completion: { _ in
                }
            }
            try await store.database.close()
            let error = await #expect(throws: SpotterError.self) { try await store.database.write { _ in } }
            #expect(error?.code == .shuttingDown)
            let again = try StoreFixture.open(store.folder)
            let count = try await again.read { try $0.first("SELECT count(*) FROM t") { try $0.int(0) } }
            #expect(count == 200)
            try await again.close()
        }
    }

    @Test(arguments: [
        ("SELECT $1", SQLValue.integer(.min)), ("SELECT $1", .real(0.1)), ("SELECT $1", .text("ä\"'🏋🏽")),
        ("SELECT $1", .blob([0, 255, 0])), ("SELECT $1", .blob([])), ("SELECT $1", .null),
    ])
    func valuesComeBack(sql: String, value: SQLValue) async throws {
        try await StoreFixture.run { store in
            let back = try await store.database.read { try $0.first(sql, value) { $0.value(0) } }
            #expect(back == value)
        }
    }

    /// What was committed before a read is asked for is in it, however many others are read at the same time.
    @Test func aReadSeesWhatWasWrittenBeforeIt() async throws {
        try await StoreFixture.run { store in
            try await store.database.write { _ = try $0.execute("CREATE TABLE seen (n INTEGER PRIMARY KEY)") }
            let isWhole = try await withThrowingTaskGroup(of: Bool.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        for round in 0..<100 {
                            let number = task * 1000 + round
                            try await store.database.write {
                                _ = try $0.execute("INSERT INTO seen (n) VALUES ($1)", number)
                            }
                            let isThere = try await store.database.read {
                                try $0.exists("SELECT 1 FROM seen WHERE n = $1", number)
                            }
                            guard isThere else { return false }
                        }
                        return true
                    }
                }
                return try await group.allSatisfy { $0 }
            }
            #expect(isWhole)
        }
    }

    /// A defect in a statement is an error, never a trap.
    @Test func wrongCountsAndColumnsThrow() async throws {
        try await StoreFixture.run { store in
            await #expect(throws: (any Error).self) {
                try await store.database.write { _ = try $0.execute("SELECT $1") }
            }
            await #expect(throws: (any Error).self) { try await store.database.write { _ = try $0.execute("SELEC") } }
            await #expect(throws: ColumnMismatch.self) {
                _ = try await store.database.read { try $0.first("SELECT 'x'") { try $0.int(0) } }
            }
            await #expect(throws: ColumnMismatch.self) {
                _ = try await store.database.read { try $0.first("SELECT 1") { try $0.int(7) } }
            }
        }
    }
}

/// Counts how often written state was undone.
private final class RollbackCounter: GroupCommitObserver {
    private let rollbacks = Mutex(0)

    var count: Int { rollbacks.withLock { $0 } }

    func groupWillBegin() {}
    func groupWillCommit(on connection: any SQLConnection) {}
    func groupDidRollBack() { rollbacks.withLock { $0 += 1 } }
    func groupDidComplete() {}
}

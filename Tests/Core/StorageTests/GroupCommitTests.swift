import Domain
import PostgreSQLTestKit
import Storage
import Synchronization
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct GroupCommitTests {
    private struct Refused: Error {}

    /// Jobs queue up behind the first, so that they share a transaction; every third one fails.
    @Test(arguments: TestEngine.allCases)
    func aFailingJobLeavesNothingAndDisturbsNobody(engine: TestEngine) async throws {
        try await TestStore.run(on: engine) { store in
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
    @Test(arguments: TestEngine.allCases)
    func completionMeansCommitted(engine: TestEngine) async throws {
        try await TestStore.run(on: engine) { store in
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

    @Test(arguments: TestEngine.allCases)
    func closingFinishesWhatWasAcceptedAndRefusesMore(engine: TestEngine) async throws {
        try await TestStore.run(on: engine) { store in
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
            let again = try store.open()
            let count = try await again.read { try $0.first("SELECT count(*) FROM t") { try $0.int(0) } }
            #expect(count == 200)
            try await again.close()
        }
    }

    @Test(arguments: TestEngine.allCases)
    func valuesComeBack(engine: TestEngine) async throws {
        let values: [(column: String, value: SQLValue)] = [
            ("INTEGER", .integer(.min)), ("INTEGER", .integer(.max)), ("REAL", .real(0.1)), ("REAL", .real(-0.0)),
            ("TEXT", .text("ä\"'🏋🏽")), ("TEXT", .text("")), ("BLOB", .blob([0, 255, 0])), ("BLOB", .blob([])),
            ("INTEGER", .null), ("TEXT", .null), ("BLOB", .null), ("REAL", .null),
        ]
        let columns = values.enumerated().map { "c\($0) \($1.column)" }.joined(separator: ", ")
        let table = Migration("test: values", statements: ["CREATE TABLE v (\(columns))"])
        try await TestStore.run(on: engine, migrations: [table]) { store in
            let back = try await store.database.write { connection in
                let placeholders = connection.placeholders(count: values.count)
                try connection.execute("INSERT INTO v VALUES (\(placeholders))", values.map(\.value))
                return try connection.first("SELECT * FROM v") { row in values.indices.map { row.value($0) } }
            }
            #expect(back == values.map(\.value))
        }
    }

    /// Numbers and truth values that statements compute are integers, whatever type an engine gives them.
    @Test(arguments: TestEngine.allCases)
    func computedNumbersAreIntegers(engine: TestEngine) async throws {
        let table = Migration("test: numbers", statements: ["CREATE TABLE n (n INTEGER NOT NULL)"])
        try await TestStore.run(on: engine, migrations: [table]) { store in
            try await store.database.write { connection in
                for number in [Int64.max, 1, -20_000, 30_000] {
                    try connection.execute("INSERT INTO n (n) VALUES ($1)", number)
                }
                let rows = try connection.query(
                    """
                    SELECT count(*), sum(n) - 10001, sum(n) - 10000 - $1, max(n), 1, EXISTS (SELECT 1 FROM n), avg(n)
                    FROM n WHERE n < $2
                    """,
                    Int64.max,
                    Int64.max
                ) { row in try (0..<6).map { try row.int($0) } + [Int64(try row.double(6))] }
                let expected: [[Int64]] = [[3, 0, 1 - .max, 30_000, 1, 1, 3333]]
                #expect(rows == expected)
            }
        }
    }

    @Test(arguments: TestEngine.allCases)
    func statementsWithoutAnAnswerAreThereForTheNext(engine: TestEngine) async throws {
        let table = Migration("test: numbers", statements: ["CREATE TABLE n (n INTEGER PRIMARY KEY)"])
        try await TestStore.run(on: engine, migrations: [table]) { store in
            let sum = try await store.database.write { connection in
                for number in 0..<1000 { try connection.executeLater("INSERT INTO n (n) VALUES ($1)", number) }
                return try connection.first("SELECT sum(n) FROM n") { try $0.int(0) }
            }
            #expect(sum == 499_500)
            await #expect(throws: (any Error).self) {
                try await store.database.write { try $0.executeLater("INSERT INTO n (n) VALUES ($1)", 7) }
            }
            #expect(try await store.database.read { try $0.first("SELECT count(*) FROM n") { try $0.int(0) } } == 1000)
        }
    }

    /// A job may give up while a statement of its own, which is wrong, too, is still on its way.
    @Test(arguments: TestEngine.allCases)
    func aJobThatGivesUpAfterAWrongStatementLeavesNothing(engine: TestEngine) async throws {
        let table = Migration("test: numbers", statements: ["CREATE TABLE n (n INTEGER PRIMARY KEY)"])
        try await TestStore.run(on: engine, migrations: [table]) { store in
            for round in 0..<3 {
                await #expect(throws: (any Error).self) {
                    try await store.database.write { connection in
                        try connection.executeLater("INSERT INTO n (n) VALUES ($1)", 100 + round)
                        try connection.executeLater("INSERT INTO n (n) VALUES ($1)", 100 + round)
                        throw Refused()
                    }
                }
                try await store.database.write { try $0.executeLater("INSERT INTO n (n) VALUES ($1)", round) }
            }
            let stored = try await store.database.read { try $0.query("SELECT n FROM n ORDER BY n") { try $0.int(0) } }
            #expect(stored == [0, 1, 2])
        }
    }

    /// Rows are read while other statements run.
    @Test(arguments: TestEngine.allCases)
    func statementsRunWithinStatements(engine: TestEngine) async throws {
        let table = Migration("test: words", statements: ["CREATE TABLE words (n INTEGER PRIMARY KEY, text TEXT)"])
        try await TestStore.run(on: engine, migrations: [table]) { store in
            let found = try await store.database.write { connection in
                for word in ["one", "two", "three"] {
                    try connection.execute("INSERT INTO words (text) VALUES ($1)", word)
                }
                return try connection.query("SELECT text FROM words WHERE text <> $1 ORDER BY n", "two") { row in
                    let word = try row.text(0)
                    let others = try connection.query("SELECT text FROM words WHERE text <> $1 ORDER BY n", word) {
                        try $0.text(0)
                    }
                    return "\(word): \(others.joined(separator: " "))"
                }
            }
            #expect(found == ["one: two three", "three: one two"])
        }
    }

    /// A text is ordered by its bytes, whatever a locale says.
    @Test(arguments: TestEngine.allCases)
    func textsAreOrderedByTheirBytes(engine: TestEngine) async throws {
        let table = Migration("test: words", statements: ["CREATE TABLE words (text TEXT)"])
        try await TestStore.run(on: engine, migrations: [table]) { store in
            let sorted = try await store.database.write { connection in
                for word in ["b", "ä", "B", "a", "_", "é"] {
                    try connection.execute("INSERT INTO words (text) VALUES ($1)", word)
                }
                return try connection.query("SELECT text FROM words ORDER BY text") { try $0.text(0) }
            }
            #expect(sorted == ["B", "_", "a", "b", "ä", "é"])
        }
    }

    @Test(arguments: TestEngine.allCases)
    func tablesAreFoundByName(engine: TestEngine) async throws {
        let table = Migration("test: words", statements: ["CREATE TABLE words (text TEXT)"])
        try await TestStore.run(on: engine, migrations: [table]) { store in
            let found = try await store.database.read { (try $0.hasTable("words"), try $0.hasTable("word")) }
            #expect(found == (true, false))
        }
    }

    /// What was committed before a read is asked for is in it, however many others are read at the same time.
    @Test(arguments: TestEngine.allCases)
    func aReadSeesWhatWasWrittenBeforeIt(engine: TestEngine) async throws {
        try await TestStore.run(on: engine) { store in
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
    @Test(arguments: TestEngine.allCases)
    func wrongCountsAndColumnsThrow(engine: TestEngine) async throws {
        try await TestStore.run(on: engine) { store in
            await #expect(throws: (any Error).self) {
                try await store.database.write { _ = try $0.execute("INSERT INTO migrations VALUES ($1)") }
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

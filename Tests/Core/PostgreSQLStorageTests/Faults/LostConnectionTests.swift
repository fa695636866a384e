import Domain
import PostgreSQLTestKit
import Storage
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStorage

/// A server that goes away and comes back, or is in the way of itself, costs nothing but time.
@Suite(.standardTimeLimit) struct LostConnectionTests {
    private static let numbers = Migration(
        "test: numbers",
        statements: ["CREATE TABLE numbers (n INTEGER PRIMARY KEY)"]
    )

    private static let insert = "INSERT INTO numbers (n) VALUES ($1)"

    /// Ends all connections to the store's database.
    private static func disconnect(_ store: TestStore) throws {
        try PostgreSQLSession(PostgreSQLAddress(store.address)).execute(
            """
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """
        )
    }

    private static func stored(_ store: TestStore) async throws -> [Int64] {
        try await store.database.read { try $0.query("SELECT n FROM numbers ORDER BY n") { try $0.int(0) } }
    }

    @Test func betweenTransactions() async throws {
        try await TestStore.run(on: .postgreSQL, migrations: [Self.numbers]) { store in
            for number in 0..<3 {
                try await store.database.write { try $0.executeLater(Self.insert, number) }
                #expect(try await Self.stored(store) == (0...number).map { Int64($0) })
                try Self.disconnect(store)
            }
        }
    }

    @Test func inAWriteThatIsDoneAgain() async throws {
        try await TestStore.run(on: .postgreSQL, migrations: [Self.numbers]) { store in
            let attempts = Atomic<Int>(0)
            try await store.database.write { connection in
                try connection.execute(Self.insert, 1)
                if attempts.wrappingAdd(1, ordering: .relaxed).newValue == 1 { try Self.disconnect(store) }
                try connection.execute(Self.insert, 2)
            }
            #expect(attempts.load(ordering: .relaxed) == 2)
            #expect(try await Self.stored(store) == [1, 2])
        }
    }

    @Test func inAReadThatIsDoneAgain() async throws {
        try await TestStore.run(on: .postgreSQL, migrations: [Self.numbers]) { store in
            let attempts = Atomic<Int>(0)
            let count = try await store.database.read { connection in
                _ = try connection.exists("SELECT 1 FROM numbers")
                if attempts.wrappingAdd(1, ordering: .relaxed).newValue == 1 { try Self.disconnect(store) }
                return try connection.first("SELECT count(*) FROM numbers") { try $0.int(0) }
            }
            #expect(count == 0)
            #expect(attempts.load(ordering: .relaxed) == 2)
        }
    }

    /// Among many of the server's own reads it has the turn of the user who waits for it.
    @Test func aReadThatIsDoneAgainKeepsItsTurn() async throws {
        let database = try PostgreSQLDatabase(
            address: try PostgreSQLTestServer.shared.makeDatabase(),
            migrations: [Self.numbers],
            maxReaders: 1,
            logger: TestStore.quiet
        )
        let attempts = Atomic<Int>(0)
        let served = Atomic<Int>(0)
        let before = try await WorkOwner.$current.withValue(UserID(high: 0, low: 1)) {
            try await database.read { connection in
                if attempts.wrappingAdd(1, ordering: .relaxed).newValue == 1 {
                    for _ in 0..<64 {
                        database.enqueueRead { _ in
                            _ = served.wrappingAdd(1, ordering: .relaxed)
                        } completion: { _ in
                        }
                    }
                    try connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
                }
                return served.load(ordering: .relaxed)
            }
        }
        #expect(attempts.load(ordering: .relaxed) == 2)
        // The server's reads and those of users take turns.
        #expect(before <= 1)
        try await database.close()
    }

    /// The server ends the connection in the middle of a commit, once.
    @Test func inACommit() async throws {
        try await TestStore.run(on: .postgreSQL, migrations: [Self.numbers]) { store in
            try await store.database.write { connection in
                try connection.execute("CREATE SEQUENCE attempts")
                try connection.execute(
                    """
                    CREATE FUNCTION hang_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                        IF nextval('attempts') = 1 THEN
                            PERFORM pg_terminate_backend(pg_backend_pid());
                            PERFORM pg_sleep(10);
                        END IF;
                        RETURN NULL;
                    END $$
                    """
                )
                try connection.execute(
                    """
                    CREATE CONSTRAINT TRIGGER hang_up AFTER INSERT ON numbers DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION hang_up()
                    """
                )
            }
            try await store.database.write { try $0.executeLater(Self.insert, 1) }
            #expect(try await Self.stored(store) == [1])
        }
    }

    /// The database is there again, but can't say yet what it has committed.
    @Test func aLookUpPausesBetweenAttempts() throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let other = try PostgreSQLSession(PostgreSQLAddress(address))
        try other.execute("CREATE TABLE numbers (n integer)")
        try other.execute(
            """
            CREATE FUNCTION hang_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                PERFORM pg_terminate_backend(pg_backend_pid());
                PERFORM pg_sleep(10);
                RETURN NULL;
            END $$
            """
        )
        try other.execute(
            """
            CREATE CONSTRAINT TRIGGER hang_up AFTER INSERT ON numbers DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION hang_up()
            """
        )
        let pauses = Atomic<Int>(0)
        var factory = SessionFactory(address: try PostgreSQLAddress(address), isShared: true, logger: TestStore.quiet)
        factory.retries.sleep = { _ in
            guard pauses.wrappingAdd(1, ordering: .relaxed).newValue == 3 else { return }
            try? other.execute(Self.forNewSessions("RESET search_path"))
        }
        let writer = PostgreSQLWriter(
            factory,
            node: [1],
            statements: StatementCount(),
            health: PostgreSQLHealth(logger: TestStore.quiet)
        )
        try writer.prepare(for: .anything)
        // The tables can't be found by sessions that begin from now on.
        try other.execute(Self.forNewSessions("SET search_path = nowhere"))
        #expect(throws: PostgreSQLError.self) {
            try writer.transaction(isSynced: true) { try $0.execute(Self.insert, 1) }
        }
        #expect(pauses.load(ordering: .relaxed) == 3)
        #expect(try other.integer("SELECT count(*) FROM numbers") == 0)
    }

    private static func forNewSessions(_ setting: String) -> String {
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I \(setting)', current_database()); END $$"
    }

    /// A deadlock or a failed serialisation is nobody's fault.
    @Test func othersInTheWay() async throws {
        try await TestStore.run(on: .postgreSQL, migrations: [Self.numbers]) { store in
            let attempts = Atomic<Int>(0)
            try await store.database.write { connection in
                try connection.executeLater(Self.insert, 1)
                guard attempts.wrappingAdd(1, ordering: .relaxed).newValue < 3 else { return }
                try connection.execute(
                    "DO $$ BEGIN RAISE EXCEPTION 'tried' USING ERRCODE = 'deadlock_detected'; END $$"
                )
            }
            #expect(attempts.load(ordering: .relaxed) == 3)
            #expect(try await Self.stored(store) == [1])
        }
    }
}

import Dispatch
import PostgreSQLTestKit
import ServerHarness
import Storage
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStorage

/// A server that falls silent without ending a connection, as a machine that hangs or a network that swallows everything.
@Suite(.standardTimeLimit) struct SilentServerTests {
    private static let numbers = Migration(
        "test: numbers",
        statements: ["CREATE TABLE numbers (n INTEGER PRIMARY KEY)"]
    )

    private static let insert = "INSERT INTO numbers (n) VALUES ($1)"

    private static func name(of address: String) -> Substring {
        address.split(separator: "@/").last?.prefix { $0 != "?" } ?? ""
    }

    private static func address(_ relays: [TCPRelay], _ database: String) -> String {
        let hosts = relays.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
        return "postgres://spotter@\(hosts)/\(name(of: database))?sslmode=disable&gssencmode=disable"
    }

    /// - Parameter body: gets ways to the server, the address that names them, and the one that needs none.
    private static func withRelays(
        _ count: Int = 1,
        _ body: ([TCPRelay], _ address: String, _ direct: String) async throws -> Void
    ) async throws {
        let server = try PostgreSQLTestServer.shared
        let direct = try server.makeDatabase()
        var relays: [TCPRelay] = []
        for _ in 0..<count { relays.append(try await TCPRelay.start(to: .socket(path: server.socket))) }
        try await body(relays, address(relays, direct), direct)
        for relay in relays { try await relay.close() }
    }

    private static func stored(_ database: PostgreSQLDatabase) async throws -> [Int64] {
        try await database.read { try $0.query("SELECT n FROM numbers ORDER BY n") { try $0.int(0) } }
    }

    private static func open(_ address: String) throws -> PostgreSQLDatabase {
        try PostgreSQLDatabase(address: address, migrations: [numbers], logger: TestStore.quiet)
    }

    /// The writer's and the readers'. The lock of the one server that writes isn't in the way of its next connection.
    @Test func connectionsAreGivenUp() async throws {
        try await Self.withRelays { relays, address, _ in
            let database = try Self.open(address)
            try await database.write { try $0.executeLater(Self.insert, 1) }
            #expect(try await Self.stored(database) == [1])
            try await relays[0].stallConnections()
            async let seen = Self.stored(database)
            try await database.write { try $0.executeLater(Self.insert, 2) }
            #expect(try await seen.first == 1)
            #expect(try await Self.stored(database) == [1, 2])
            try await database.close()
        }
    }

    /// The answer to a commit is swallowed, and other servers write before this one asks.
    @Test func aCommitIsFoundThoughOthersHaveWrittenSince() async throws {
        try await Self.withRelays { relays, address, direct in
            let database = try Self.open(address)
            // Statements are prepared when they are first sent, which needs an answer.
            try await database.write { try $0.executeLater(Self.insert, 1) }
            let attempts = Atomic<Int>(0)
            let (reached, reach) = AsyncStream<Void>.makeStream()
            let isStalled = DispatchSemaphore(value: 0)
            async let written: Void = database.write { connection in
                attempts.wrappingAdd(1, ordering: .relaxed)
                reach.finish()
                isStalled.wait()
                try connection.executeLater(Self.insert, 2)
            }
            for await _ in reached {}
            try await relays[0].stallConnections(.answers)
            isStalled.signal()
            let other = try PostgreSQLSession(PostgreSQLAddress(direct))
            // The row is the first server's until it has committed.
            try other.execute("UPDATE storage_turn SET turn = turn + 1, node = 'other'")
            try await written
            #expect(attempts.load(ordering: .relaxed) == 1)
            #expect(try await Self.stored(database) == [1, 2])
            try await database.close()
        }
    }

    /// It's asked, and says that it's at work.
    @Test func aLongStatementIsWaitedFor() async throws {
        try await Self.withRelays { _, address, _ in
            let database = try Self.open(address)
            let attempts = Atomic<Int>(0)
            try await database.write { connection in
                attempts.wrappingAdd(1, ordering: .relaxed)
                try connection.execute("SELECT pg_sleep(2.2)")
                try connection.executeLater(Self.insert, 1)
            }
            #expect(attempts.load(ordering: .relaxed) == 1)
            #expect(try await Self.stored(database) == [1])
            try await database.close()
        }
    }

    /// Whatever name the address has for it, so that the process that is asked about is this server's.
    @Test func aSessionHasItsName() async throws {
        try await Self.withRelays { _, address, _ in
            let address = try PostgreSQLAddress(address + "&application_name=other")
            let session = try PostgreSQLSession(address, application: "spotter reader")
            #expect(try session.integer("SELECT (current_setting('application_name') = 'spotter reader')::int") == 1)
        }
    }

    /// What it held is free, as the connection that replaces it needs it.
    @Test func aProcessThatDoesNothingIsEnded() async throws {
        try await Self.withRelays { relays, address, direct in
            let session = try Self.holding(address)
            try await relays[0].stallConnections()
            #expect(throws: PostgreSQLError.self) { try session.execute("SELECT 1") }
            #expect(!session.isOpen)
            let other = try PostgreSQLSession(PostgreSQLAddress(direct))
            try other.execute("SET statement_timeout = '20s'")
            try other.execute("SELECT pg_advisory_lock(1)")
        }
    }

    /// After a failover the same number is another process's.
    @Test func aProcessOfAnotherNameIsLeftAlone() async throws {
        try await Self.withRelays { relays, address, direct in
            let session = try Self.holding(address)
            try session.execute("SET application_name = 'other'")
            try await relays[0].stallConnections()
            #expect(throws: PostgreSQLError.self) { try session.execute("SELECT 1") }
            let other = try PostgreSQLSession(PostgreSQLAddress(direct))
            #expect(try other.integer("SELECT pg_try_advisory_lock(1)::int") == 0)
            #expect(!session.isOpen)
        }
    }

    private static func holding(_ address: String) throws -> PostgreSQLSession {
        let session = try PostgreSQLSession(PostgreSQLAddress(address), application: "spotter reader")
        try session.execute("SELECT pg_advisory_lock(1)")
        return session
    }

    /// Otherwise a server that takes connections and answers nothing would get one more each second.
    @Test func nobodyAsksAboutOneThatAsks() async throws {
        try await Self.withRelays { relays, address, _ in
            let session = try PostgreSQLSession(PostgreSQLAddress(address), application: "spotter asking")
            let before = try await relays[0].connections
            try await relays[0].stallConnections()
            #expect(throws: PostgreSQLError.self) { try session.execute("SELECT 1") }
            #expect(try await relays[0].connections == before)
        }
    }

    @Test func theHostThatAnswersIsTriedFirst() async throws {
        try await Self.withRelays(2) { relays, address, _ in
            let address = try PostgreSQLAddress(address)
            let former = try PostgreSQLSession(address)
            #expect(former.isCurrent && former.place.port == "\(relays[0].port)")
            try await relays[0].set(.stalled)
            let next = try PostgreSQLSession(address)
            #expect(next.isCurrent && next.place.port == "\(relays[1].port)")
            // It may be a primary that nobody has told of its successor.
            #expect(former.isOpen && !former.isCurrent)
            let order = address.hosts.keywords.last?.value
            #expect(order == "\(relays[1].port),\(relays[0].port)")
        }
    }

    /// As a proxy whose server is gone: the library takes that for the answer of all hosts.
    @Test func aHostThatHangsUpIsPassedOver() async throws {
        try await Self.withRelays(2) { relays, address, _ in
            try await relays[0].set(.cut)
            let database = try Self.open(address)
            try await database.write { try $0.executeLater(Self.insert, 1) }
            try await relays[0].set(.open)
            try await relays[1].set(.cut)
            try await database.write { try $0.executeLater(Self.insert, 2) }
            #expect(try await Self.stored(database) == [1, 2])
            try await database.close()
        }
    }
}

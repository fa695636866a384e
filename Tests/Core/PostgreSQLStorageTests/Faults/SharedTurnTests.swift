import PostgreSQLTestKit
import Storage
import TestSupport
import Testing

@testable import PostgreSQLStorage

/// A server that ends or hangs in its turn doesn't hold the others up, and what it was writing isn't there.
@Suite(.standardTimeLimit) struct SharedTurnTests {
    private static let numbers = Migration(
        "test: numbers",
        statements: ["CREATE TABLE numbers (n INTEGER PRIMARY KEY)"]
    )

    /// A server in its turn, in which it has written a number.
    private static func begin(_ address: String) throws -> PostgreSQLSession {
        let session = try PostgreSQLSession(PostgreSQLAddress(address), application: SessionFactory.writerName)
        try session.execute("BEGIN")
        try session.execute("UPDATE storage_turn SET turn = turn + 1, node = '' WHERE id = 1")
        try session.execute("INSERT INTO numbers (n) VALUES (1)")
        return session
    }

    private static func withStore(_ body: (String, PostgreSQLDatabase) async throws -> Void) async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let database = try PostgreSQLDatabase(
            address: address,
            isShared: true,
            migrations: [numbers],
            logger: TestStore.quiet
        )
        try await body(address, database)
        try await database.close()
    }

    private static func stored(in database: PostgreSQLDatabase) async throws -> [Int64] {
        try await database.read { try $0.query("SELECT n FROM numbers ORDER BY n") { try $0.int(0) } }
    }

    @Test func oneThatEnds() async throws {
        try await Self.withStore { address, database in
            var other: PostgreSQLSession? = try Self.begin(address)
            #expect(other?.isOpen ?? false)
            async let written: Void = database.write { try $0.executeLater("INSERT INTO numbers (n) VALUES (2)") }
            other = nil
            try await written
            #expect(try await Self.stored(in: database) == [2])
        }
    }

    /// It takes as long as a server waits for its turn.
    @Test func oneThatHangs() async throws {
        try await Self.withStore { address, database in
            let other = try Self.begin(address)
            try await database.write { try $0.executeLater("INSERT INTO numbers (n) VALUES (2)") }
            #expect(try await Self.stored(in: database) == [2])
            #expect(throws: PostgreSQLError.self) { try other.execute("COMMIT") }
            let turns = try #require(database.turns)
            #expect(turns.stalled >= 1 && turns.waited >= .seconds(2))
        }
    }
}

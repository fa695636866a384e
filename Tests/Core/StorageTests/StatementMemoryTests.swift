import GRDB
import GRDBSQLite
import TestSupport
import Testing

@testable import Storage

/// A connection keeps a bounded number of statements, whatever texts it is asked for.
@Suite struct StatementMemoryTests {
    @Test func thoseUsedLastStay() throws {
        try DatabaseQueue().writeWithoutTransaction { database in
            let memory = StatementMemory(maxCount: 8)
            for number in 0..<100 {
                let often = try memory.statement("SELECT 'often'", on: database)
                _ = try memory.statement("SELECT \(number)", on: database)
                let again = try memory.statement("SELECT 'often'", on: database)
                #expect(often === again && memory.count <= 8)
            }
            #expect(memory.count > 4)
            #expect(Self.texts(on: database).count == memory.count, "what was left out is finalised")
            memory.forgetStatements()
            #expect(Self.texts(on: database) == [])
        }
    }

    /// A statement whose rows are being read lives until the last of them, however many others come meanwhile.
    @Test func aRunningStatementLives() throws {
        try DatabaseQueue().writeWithoutTransaction { database in
            let connection = SQLiteConnection(
                database: database,
                statements: StatementCount(),
                health: .silent(),
                memory: StatementMemory(maxCount: 4)
            )
            let sums = try connection.query("SELECT value FROM json_each('[1, 2, 3]') WHERE value > $1", 0) { row in
                let value = try row.int(0)
                for number in 0..<20 { _ = try connection.first("SELECT \(number) + $1", value) { try $0.int(0) } }
                return value
            }
            #expect(sums == [1, 2, 3])
        }
    }

    @Test func serversConnectionsAreBounded() async throws {
        try await StoreFixture.run { store in
            let ask: @Sendable (any SQLConnection) throws -> Int64 = { connection in
                var sum: Int64 = 0
                for number in 0..<2500 { sum += try connection.first("SELECT \(number)") { try $0.int(0) } ?? 0 }
                return sum
            }
            #expect(try await store.database.write(ask) == 2499 * 2500 / 2)
            #expect(try await store.database.read(ask) == 2499 * 2500 / 2)
            let count = try await store.database.writer.writeWithoutTransaction { Self.texts(on: $0).count }
            #expect((1024...2048).contains(count), "\(count)")
            try await store.database.close()
        }
    }

    @Test func onlyOneWholeStatementIsTaken() throws {
        try DatabaseQueue().writeWithoutTransaction { database in
            var statement: PreparedStatement? = try PreparedStatement("SELECT 1;\n", on: database)
            #expect(statement?.sql == "SELECT 1;\n")
            statement = nil
            for text in ["", "-- nothing", "SELECT 1; SELECT 2", "SELECT", "SELECT missing"] {
                #expect(throws: DatabaseError.self) { _ = try PreparedStatement(text, on: database) }
            }
            #expect(Self.texts(on: database) == [])
        }
    }

    /// The statements that are prepared on a connection, but for GRDB's own.
    private static func texts(on database: GRDB.Database) -> [String] {
        var (texts, statement) = ([String](), sqlite3_next_stmt(database.sqliteConnection, nil))
        while let found = statement {
            let text = sqlite3_sql(found).map { String(cString: $0) } ?? ""
            if text.hasPrefix("SELECT "), !text.contains("sqlite_master") { texts.append(text) }
            statement = sqlite3_next_stmt(database.sqliteConnection, found)
        }
        return texts
    }
}

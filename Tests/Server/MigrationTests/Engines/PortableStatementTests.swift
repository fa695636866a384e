import Logging
import PostgreSQLStorage
import PostgreSQLTestKit
import SpotterServer
import Storage
import TestSupport
import Testing

/// Whatever the modules say to the database, every engine understands. What they put together from parts is run on both
/// by the modules' own tests.
@Suite(.longTimeLimit) struct PortableStatementTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test func everyStatementIsUnderstoodByPostgreSQL() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let database = try PostgreSQLDatabase(
            address: address,
            migrations: ServerSchema.migrations,
            logger: Self.logger
        )
        try await database.close()
        let session = try PostgreSQLSession(PostgreSQLAddress(address))
        let literals = try SQLLiteral.all()
        #expect(literals.count > 500)
        for (number, literal) in literals.enumerated() {
            #expect(throws: Never.self, "\(literal)") { try session.execute("PREPARE p\(number) AS \(literal.sql)") }
        }
    }

    @Test func everyStatementIsUnderstoodBySQLite() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let database = try ServerSchema.open(path: "\(folder.path)/spotter.db", logger: Self.logger)
        for literal in try SQLLiteral.all() {
            let last = literal.sql.matches(of: /\$(\d+)/).compactMap { Int($0.1) }.max() ?? 0
            let none = [SQLValue](repeating: .null, count: last)
            await #expect(throws: Never.self, "\(literal)") {
                try await database.read { try $0.forEach("EXPLAIN \(literal.sql)", none) { _ in false } }
            }
        }
        try await database.close()
    }
}

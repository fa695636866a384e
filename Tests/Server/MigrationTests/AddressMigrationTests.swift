import Domain
import Logging
import SpotterServer
import Storage
import TestSupport
import Testing

/// Addresses of earlier releases take today's form; nobody's account becomes somebody else's.
@Suite struct AddressMigrationTests {
    @Test func formsChangeAndAccountsStayApart() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path + "/spotter.db"
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let earlier = try SQLiteDatabase(
            path: path,
            migrations: ServerSchema.migrations.filter { !$0.name.hasSuffix("addresses in one form") },
            logger: logger
        )
        let before = [
            "zoe\u{301}@example.com", "a@bücher.example", "b@bücher.example", "b@xn--bcher-kva.example",
            "root@localhost",
        ]
        try await earlier.write { connection in
            for (number, email) in before.enumerated() {
                try connection.execute(
                    """
                    INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
                    VALUES ($1, $2, 'X', 'client', 'UTC', '!', 0)
                    """,
                    UserID(high: 1, low: UInt64(number)),
                    email
                )
            }
        }
        try await earlier.close()
        let database = try ServerSchema.open(path: path, logger: logger)
        let after = try await database.read { try $0.query("SELECT email FROM users ORDER BY id") { try $0.text(0) } }
        try await database.close()
        let expected = [
            "zo\u{E9}@example.com", "a@xn--bcher-kva.example", "b@bücher.example", "b@xn--bcher-kva.example",
            "root@localhost",
        ]
        #expect(after.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }
}

import TestSupport
import Testing

@testable import Storage

@Suite(.standardTimeLimit) struct SchemaComparisonTests {
    private static let later = Migration(
        "test: sizes",
        steps: { connection, _ in
            guard try connection.exists("SELECT 1 FROM sqlite_master WHERE name = 'sizes'") else {
                try connection.execute("ALTER TABLE items ADD COLUMN size INTEGER")
                try connection.execute("CREATE TABLE sizes (n INTEGER PRIMARY KEY)")
                return true
            }
            try connection.execute("CREATE INDEX sizes_by_n ON sizes (n)")
            return false
        }
    )

    private func differences(_ store: StoreFixture, _ known: [Migration] = StoreFixture.migrations) async throws
        -> SchemaDifferences?
    {
        try await store.database.read { try SchemaComparison(known).differences(on: $0) }
    }

    @Test func whatMigrationsMadeIsFine() async throws {
        try await StoreFixture.run { store in
            try await store.database.write { _ = try $0.execute("ANALYZE") }
            #expect(try await differences(store)?.isEmpty == true)
            // Older is fine as well.
            #expect(try await differences(store, StoreFixture.migrations + [Self.later])?.isEmpty == true)
        }
    }

    @Test(arguments: [
        ("CREATE TABLE x (n)", "table x isn't Spotter's"),
        ("CREATE VIEW x AS SELECT 1", "view x isn't Spotter's"),
        ("CREATE INDEX x ON items (name)", "index x on items isn't Spotter's"),
        ("CREATE TRIGGER x AFTER INSERT ON items BEGIN DELETE FROM items; END", "trigger x on items isn't Spotter's"),
        ("CREATE TABLE \"x\n\u{1B}[2J\" (n)", "table x??[2J isn't Spotter's"),
        ("ALTER TABLE items ADD COLUMN role TEXT DEFAULT 'trainer'", "table items was changed"),
        ("DROP TABLE items", "table items is missing"),
    ])
    func whatDiffersIsNamed(statement: String, line: String) async throws {
        try await StoreFixture.run { store in
            try await store.database.write { _ = try $0.execute(statement) }
            #expect(try await differences(store)?.lines == [line])
        }
    }

    /// A long migration that was interrupted has done a part of what it does, and that isn't somebody else's.
    @Test func halfAMigrationIsNotForeign() async throws {
        try await StoreFixture.run { store in
            try await store.database.write { _ = try Self.later.step(in: .sqlite, $0) { _ in } }
            #expect(try await differences(store, StoreFixture.migrations + [Self.later])?.isEmpty == true)
            #expect(
                try await differences(store)?.lines == ["table sizes isn't Spotter's", "table items was changed"]
            )
            try await store.database.write { _ = try $0.execute("CREATE VIEW x AS SELECT 1") }
            let found = try await differences(store, StoreFixture.migrations + [Self.later])
            #expect(found?.lines == ["view x isn't Spotter's"])
        }
    }

    @Test func aDatabaseOfSomethingElseIsNone() async throws {
        try await StoreFixture.run { store in
            try await store.database.write { connection in
                try connection.execute("DROP TABLE migrations")
                try connection.execute("DROP TABLE schema_migrations")
            }
            #expect(try await differences(store) == nil)
        }
    }
}

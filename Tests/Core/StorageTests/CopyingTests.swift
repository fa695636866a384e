import Domain
import PostgreSQLTestKit
import TestSupport
import Testing

@testable import Storage

/// Rows go from engine to engine and come back as they were.
@Suite(.standardTimeLimit) struct CopyingTests {
    private static let migrations = [
        Migration(
            "test: tables",
            statements: [
                "CREATE TABLE people (id BLOB PRIMARY KEY, name TEXT NOT NULL, parent BLOB REFERENCES people (id))",
                // Before `people` by its name, and after it by what it refers to.
                """
                CREATE TABLE letters (
                    person BLOB NOT NULL REFERENCES people (id), place INTEGER NOT NULL, weight REAL, seal BLOB,
                    PRIMARY KEY (person, place)
                )
                """,
                "CREATE TABLE counted (name TEXT PRIMARY KEY, n INTEGER NOT NULL)",
                "INSERT INTO counted (name, n) VALUES ('made by the migration', 1)",
                """
                CREATE TRIGGER people_are_counted AFTER INSERT ON people BEGIN
                    INSERT INTO counted (name, n) VALUES (new.name, 1);
                END
                """,
                "CREATE TABLE loose (n INTEGER, text TEXT)",
                "CREATE TABLE single (a INTEGER NOT NULL, b TEXT NOT NULL, UNIQUE (b, a))",
            ]
        ),
        Migration("test: keys", statements: ["CREATE TABLE keys (n INTEGER PRIMARY KEY, key NOT NULL)"])
            .on(.postgreSQL, statements: ["CREATE TABLE keys (n INTEGER PRIMARY KEY, key TEXT NOT NULL)"]),
    ]

    private static let ids = (1...3).map { UserID(high: 7, low: $0) }

    private static func fill(_ database: any Database) async throws {
        try await database.write { connection in
            // The first one's parent comes later.
            for (index, id) in ids.enumerated() {
                try connection.execute("INSERT INTO people (id, name) VALUES ($1, $2)", id, "Ä \(index)")
                try connection.execute(
                    "INSERT INTO letters (person, place, weight, seal) VALUES ($1, $2, $3, $4)",
                    id,
                    index,
                    index == 0 ? nil : 1.5,
                    [UInt8](repeating: 0, count: 16)
                )
            }
            try connection.execute("UPDATE people SET parent = $1 WHERE id = $2", ids[2], ids[0])
            try connection.execute("UPDATE counted SET n = 5 WHERE name = 'Ä 1'")
            for row in [nil, "", "two"] {
                try connection.execute("INSERT INTO loose (n, text) VALUES ($1, $2)", 1, row)
            }
            for (n, text) in [(1, "b"), (2, "a"), (1, "a")] {
                try connection.execute("INSERT INTO single (a, b) VALUES ($1, $2)", n, text)
            }
            try connection.execute("INSERT INTO keys (n, key) VALUES (1, $1)", ids[0])
            try connection.execute("INSERT INTO keys (n, key) VALUES (2, 'plain'), (3, $1)", "\(ids[1])".uppercased())
        }
    }

    @Test func tablesHaveAKeyAndComeInTheirOrder() throws {
        let tables = try StoredTable.all(madeBy: Self.migrations)
        #expect(tables.map(\.name) == ["keys", "loose", "people", "single", "counted", "letters"])
        let keys = Dictionary(
            uniqueKeysWithValues: tables.map { table in (table.name, table.key.map { table.columns[$0].name }) }
        )
        #expect(keys["letters"] == ["person", "place"] && keys["loose"] == [] && keys["single"] == ["b", "a"])
        #expect(tables.filter(\.refersToItself).map(\.name) == ["people"])
    }

    @Test func thereAndBack() async throws {
        let tables = try StoredTable.all(madeBy: Self.migrations)
        try await TestStore.run(on: .sqlite, migrations: Self.migrations) { first in
            try await Self.fill(first.database)
            try await TestStore.run(on: .postgreSQL, migrations: Self.migrations) { second in
                try await TestStore.run(on: .sqlite, migrations: Self.migrations) { third in
                    for (source, target) in [(first, second), (second, third)] {
                        try await target.database.write { try CopyMark.begin(source: "source", on: $0) }
                        let copy = DatabaseCopy(from: source.database, to: target.database, tables: tables)
                        try await copy.run { _ in }
                        // A second run finds nothing to do.
                        try await copy.run { _ in }
                        let (counts, differences) = try await copy.compare { _ in }
                        #expect(differences == [] && counts["people"] == 3 && counts["counted"] == 4, "\(counts)")
                        try await target.database.write { connection in
                            #expect(try CopyMark.source(on: connection) == "source")
                            try CopyMark.end(on: connection)
                            #expect(try CopyMark.source(on: connection) == nil)
                        }
                    }
                    let copy = DatabaseCopy(from: first.database, to: third.database, tables: tables)
                    #expect(try await copy.compare { _ in }.differences == [])
                    // An id is stored as 16 bytes again.
                    let type = try await third.database.read {
                        try $0.first("SELECT typeof(key) FROM keys WHERE n = 1") { try $0.text(0) }
                    }
                    #expect(type == "blob")
                    try await third.database.write { connection in
                        try connection.execute("UPDATE people SET name = $1 WHERE id = $2", "A\u{308} 0", Self.ids[0])
                        try connection.execute("DELETE FROM loose WHERE text = 'two'")
                    }
                    let id = "\(Self.ids[0])".replacing("-", with: "")
                    #expect(
                        try await copy.compare { _ in }.differences == [
                            "loose: row … is missing in the copy", "people: row \(id) differs in name",
                        ],
                        "a text that only looks the same is another one"
                    )
                }
            }
        }
    }
}

import Domain
import TestSupport
import Testing

@testable import Storage

/// Texts and ids arrive whole, wherever the writer keeps them until the statement has run.
@Suite struct ArgumentTests {
    @Test func ofAllSizes() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let database = try StoreFixture.open(folder)
        let texts = [0, 1, 15, 16, 100, 65_535, 65_536, 65_537, 300_000].map { String(repeating: "ä", count: $0) }
        let ids = (0..<texts.count).map { MessageID(high: UInt64($0), low: .max) }
        let read = try await database.write { connection in
            try connection.execute("CREATE TABLE arguments (id BLOB, text TEXT, other TEXT, number INTEGER)")
            for (number, (id, text)) in zip(ids, texts).enumerated() {
                try connection.execute("INSERT INTO arguments VALUES ($1, $2, $3, $4)", id, text, "x", number)
            }
            return try connection.query("SELECT id, text, other FROM arguments ORDER BY number") { row in
                (id: try row.id(0, MessageID.self), text: try row.text(1), other: try row.text(2))
            }
        }
        #expect(read.map(\.id) == ids && read.map(\.text) == texts && read.allSatisfy { $0.other == "x" })
        try await database.close()
    }

    /// A statement that runs while the rows of another are read leaves the other's arguments alone.
    @Test func ofStatementsWithinStatements() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let database = try StoreFixture.open(folder)
        let found = try await database.write { connection in
            try connection.execute("CREATE TABLE words (text TEXT)")
            for word in ["one", "two", "three"] { try connection.execute("INSERT INTO words VALUES ($1)", word) }
            return try connection.query("SELECT text FROM words WHERE text <> $1 ORDER BY rowid", "two") { row in
                let word = try row.text(0)
                let others = try connection.query("SELECT text FROM words WHERE text <> $1 ORDER BY rowid", word) {
                    try $0.text(0)
                }
                return "\(word): \(others.joined(separator: " "))"
            }
        }
        #expect(found == ["one: two three", "three: one two"])
        try await database.close()
    }

    /// Statements that share a slot of the cache, and failing ones.
    @Test func ofManyStatements() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let database = try StoreFixture.open(folder)
        let sums = try await database.write { connection in
            try (0..<600).map { number in
                _ = try? connection.execute("INSERT INTO missing VALUES ($1)", number)
                return try connection.first("SELECT \(number) + $1 AS total", 1) { try $0.int(0) }
            }
        }
        #expect(sums == (0..<600).map { Int64($0) + 1 })
        try await database.close()
    }
}

import Domain
import PostgreSQLTestKit
import Storage
import TestSupport
import Testing

@testable import PostgreSQLStorage

/// What an operator has of the engine: whose database it is, checks, and what can't be stored.
@Suite(.standardTimeLimit) struct OperatingTests {
    private static let notes = Migration(
        "test: notes",
        statements: [
            "CREATE TABLE notes (num INTEGER PRIMARY KEY, text TEXT NOT NULL)",
            "CREATE INDEX notes_by_text ON notes (text)",
        ]
    )

    private static func open(
        _ address: String,
        for use: DatabaseUse,
        isShared: Bool = false
    ) throws -> PostgreSQLDatabase {
        try PostgreSQLDatabase(
            address: address,
            for: use,
            isShared: isShared,
            migrations: [notes],
            logger: TestStore.quiet
        )
    }

    private static func expectRefusal(
        _ address: String,
        for use: DatabaseUse,
        isShared: Bool = false,
        _ part: String
    ) {
        let error = #expect(throws: StorageError.self) { _ = try open(address, for: use, isShared: isShared) }
        #expect(error?.description.contains(part) ?? false, "\(String(describing: error))")
    }

    @Test func aDatabaseBelongsToOneFolder() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        Self.expectRefusal(address, for: .folder(mark: "one", isNew: false), "it holds nothing")
        for isNew in [true, false, true] {
            try await Self.open(address, for: .folder(mark: "one", isNew: isNew)).close()
        }
        Self.expectRefusal(address, for: .folder(mark: "other", isNew: true), "belongs to another data folder")
        Self.expectRefusal(address, for: .copy(mark: "other"), "belongs to another data folder")
    }

    @Test func aCopyIsNobodysUntilItIsComplete() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        for _ in 0..<2 { try await Self.open(address, for: .copy(mark: "one")).close() }
        Self.expectRefusal(address, for: .folder(mark: "one", isNew: true), "isn't complete")
        Self.expectRefusal(address, for: .copy(mark: "other"), "another folder's database")
        let copy = try Self.open(address, for: .copy(mark: "one"))
        try await copy.write { connection in
            try CopyMark.end(on: connection)
            try DatabaseUse.claim(for: "one", on: connection)
        }
        try await copy.close()
        try await Self.open(address, for: .folder(mark: "one", isNew: false)).close()
    }

    @Test func othersTablesAreLeftAlone() throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        try PostgreSQLSession(PostgreSQLAddress(address)).execute("CREATE TABLE migrations (version integer)")
        for use in [DatabaseUse.folder(mark: "one", isNew: true), .copy(mark: "one")] {
            Self.expectRefusal(address, for: use, "tables that aren't a server's")
        }
    }

    @Test func oneServerWritesAtATime() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let database = try Self.open(address, for: .folder(mark: "one", isNew: true))
        Self.expectRefusal(address, for: .folder(mark: "one", isNew: false), "in use by another spotter")
        try await database.close()
    }

    @Test func serversThatShareItLetNoOtherIn() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let one = try Self.open(address, for: .folder(mark: "one", isNew: true), isShared: true)
        let other = try Self.open(address, for: .folder(mark: "one", isNew: false), isShared: true)
        #expect(one.isShared)
        Self.expectRefusal(address, for: .folder(mark: "one", isNew: false), "in use by another spotter")
        Self.expectRefusal(address, for: .folder(mark: "two", isNew: true), isShared: true, "copy the file database")
        try await one.close()
        try await other.close()
        let alone = try Self.open(address, for: .folder(mark: "one", isNew: false))
        let own = DatabaseUse.folder(mark: "one", isNew: false)
        Self.expectRefusal(address, for: own, isShared: true, "in use by another spotter")
        try await alone.close()
    }

    @Test func serversThatShareItHaveTheSameKeys() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let one = try Self.open(address, for: .anything, isShared: true)
        #expect(try await one.differingKeys([:]) == [])
        #expect(try await one.differingKeys(["a": [1], "b": [2]]) == [])
        let other = try Self.open(address, for: .anything, isShared: true)
        #expect(try await other.differingKeys(["a": [1], "c": [3]]) == ["b"])
        #expect(try await other.differingKeys(["a": [9], "b": [2]]) == ["a"])
        #expect(try await other.differingKeys(["a": [1], "b": [2], "c": [3]]) == [])
        #expect(try await one.differingKeys(["a": [1], "b": [2]]) == ["c"])
        try await one.close()
        try await other.close()
        // Whoever is alone may have changed them.
        try await Self.open(address, for: .anything).close()
        let next = try Self.open(address, for: .anything, isShared: true)
        #expect(try await next.differingKeys(["a": [9]]) == [])
        try await next.close()
    }

    @Test func whatIsPendingIsKnownBeforehand() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        #expect(try PostgreSQLDatabase.inspect(address: address, known: [Self.notes]).pending == nil)
        try await Self.open(address, for: .anything).close()
        #expect(try PostgreSQLDatabase.inspect(address: address, known: [Self.notes]).pending == 0)
        let next = Migration("test: next", statements: ["CREATE TABLE next (n INTEGER)"])
        #expect(try PostgreSQLDatabase.inspect(address: address, known: [Self.notes, next]).pending == 1)
    }

    @Test func checksFindWhatIsntAsTheMigrationsMakeIt() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let database = try Self.open(address, for: .folder(mark: "one", isNew: true))
        #expect(await database.checkCompletely() == [])
        #expect(await database.checkSchema([Self.notes]) == [])
        let session = try PostgreSQLSession(PostgreSQLAddress(address))
        for change in [
            "DROP INDEX notes_by_text", "ALTER TABLE notes ALTER COLUMN text DROP NOT NULL",
            "CREATE TABLE more (n integer)",
        ] { try session.execute(change) }
        let lines = await database.checkSchema([Self.notes]).map(\.text)
        #expect(lines.contains("index notes_by_text on notes is missing"), "\(lines)")
        #expect(lines.contains("column notes.text was changed") && lines.contains("column more.n isn't Spotter's"))
        try await database.close()
    }

    @Test func numbersGoOnAfterStoredOnes() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let database = try Self.open(address, for: .anything)
        try await database.write { _ = try $0.execute("INSERT INTO notes (num, text) VALUES (41, 'a')") }
        try await database.numbersWereStored()
        try await database.write { _ = try $0.execute("INSERT INTO notes (text) VALUES ('b')") }
        #expect(try await database.read { try $0.first("SELECT max(num) FROM notes") { try $0.int(0) } } == 42)
        try await database.close()
    }

    @Test func aTextWithNULIsTheClientsFault() async throws {
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let database = try Self.open(address, for: .anything)
        let error = await #expect(throws: SpotterError.self) {
            try await database.write { _ = try $0.execute("INSERT INTO notes (text) VALUES ($1)", "a\u{0}b") }
        }
        #expect(error?.code == .invalidRequest)
        try await database.tryWritingNote()
        try await database.close()
    }
}

extension PostgreSQLDatabase {
    fileprivate func tryWritingNote() async throws {
        try await write { _ = try $0.execute("INSERT INTO notes (text) VALUES ('c')") }
        try await tryWriting()
        #expect(!isDamaged && fileBytes == nil)
    }
}

import Domain
import Foundation
import Logging
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Assistant

/// The key's life: made once, never replaced silently, never lost in a crash.
@Suite struct AuditKeyTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func key(_ fixture: ToolsFixture) throws -> String {
        try String(contentsOfFile: fixture.keys + "/audit.key", encoding: .utf8)
    }

    @Test func theFileIsItsOwnersAlone() async throws {
        let fixture = try await ToolsFixture()
        let file = try FileManager.default.attributesOfItem(atPath: fixture.keys + "/audit.key")
        #expect(file[.posixPermissions] as? Int == 0o600)
        #expect(try key(fixture).count == 65)
        #expect(!FileManager.default.fileExists(atPath: fixture.keys + "/audit.key.new"))
    }

    @Test func aMissingKeyIsAnErrorAndNotANewKey() async throws {
        let (fixture, _) = try await AuditTests.fixture(1)
        try FileManager.default.removeItem(atPath: fixture.keys + "/audit.key")
        for _ in 0..<2 {
            let log = try await AuditLog.open(fixture.database, keys: fixture.keys, logger: logger)
            #expect(try await log.verify().isIntact == false)
            await #expect(throws: SpotterError.self) {
                try await fixture.database.write { connection in
                    try log.requireSound(on: connection)
                }
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.keys).isEmpty)
        // The head may have been removed with it.
        try await fixture.database.write { _ = try $0.execute("DELETE FROM audit_head") }
        let log = try await AuditLog.open(fixture.database, keys: fixture.keys, logger: logger)
        #expect(try await log.verify().isIntact == false)
    }

    /// A copied database without its key: there is nothing that a new key would make worthless.
    @Test func anEmptyLogNeedsNoKey() async throws {
        let fixture = try await ToolsFixture()
        let before = try key(fixture)
        try FileManager.default.removeItem(atPath: fixture.keys + "/audit.key")
        let log = try await AuditLog.open(fixture.database, keys: fixture.keys, logger: logger)
        #expect(try await log.verify().isIntact)
        #expect(try key(fixture) != before)
    }

    @Test func anotherKeyVerifiesNothing() async throws {
        let (fixture, _) = try await AuditTests.fixture(1)
        try (String(repeating: "ab", count: 32) + "\n").write(
            toFile: fixture.keys + "/audit.key",
            atomically: false,
            encoding: .utf8
        )
        let log = try await AuditLog.open(fixture.database, keys: fixture.keys, logger: logger)
        #expect(try await log.verify().brokenAt == 1)
        try "no key".write(toFile: fixture.keys + "/audit.key", atomically: false, encoding: .utf8)
        await #expect(throws: SpotterError.self) {
            _ = try await AuditLog.open(fixture.database, keys: fixture.keys, logger: logger)
        }
    }

    /// The process may end at any point of the first start.
    @Test func aCrashWhileTheKeyIsMadeLosesNothing() async throws {
        let (fixture, _) = try await AuditTests.fixture(1)
        // Sealed, but not adopted.
        try FileManager.default.moveItem(
            atPath: fixture.keys + "/audit.key",
            toPath: fixture.keys + "/audit.key.new"
        )
        let log = try await AuditLog.open(fixture.database, keys: fixture.keys, logger: logger)
        #expect(try await log.verify().isIntact)
        #expect(FileManager.default.fileExists(atPath: fixture.keys + "/audit.key"))
        // Written, but nothing sealed yet.
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try FileManager.default.createDirectory(atPath: folder.path + "/keys", withIntermediateDirectories: true)
        try "half".write(toFile: folder.path + "/keys/audit.key.new", atomically: false, encoding: .utf8)
        let database = try AssistantDatabase.open(path: folder.path + "/new.db")
        let begun = try await AuditLog.open(database, keys: folder.path + "/keys", logger: logger)
        #expect(try await begun.verify().isIntact)
        try await database.close()
    }

    @Test func anOperatorCanGiveUpTheProof() async throws {
        let (fixture, alex) = try await AuditTests.fixture(2)
        try await fixture.database.write { connection in
            for statement in AuditSchema.dropTriggers { try connection.execute(statement) }
            try connection.execute("DELETE FROM audit_log WHERE position = 2")
        }
        let before = try key(fixture)
        #expect(try await AuditLog.reseal(fixture.database, keys: fixture.keys) == 3)
        #expect(try key(fixture) != before)
        let log = try await AuditLog.open(fixture.database, keys: fixture.keys, logger: logger)
        let found = try await log.verify()
        #expect(found.isIntact, "\(found)")
        #expect(try await log.entries(of: alex.actor).count == 3)
        await #expect(throws: (any Error).self) {
            try await fixture.database.write { _ = try $0.execute("DELETE FROM audit_log") }
        }
    }

    // MARK: Logs of servers without a key

    private func unkeyed(breaking: Bool) async throws -> (TemporaryFolder, any Database, UserID) {
        let folder = TemporaryFolder()
        let database = try AssistantDatabase.open(path: folder.path + "/old.db")
        let ids = UUIDv7Source(clock: SystemClock())
        let owner: UserID = ids.next()
        try await database.write { connection in
            var last = AuditRecord.genesis
            for position in 1...4 as ClosedRange<Int64> {
                var entry = UnkeyedAuditRecord(
                    position: position,
                    id: ids.next(),
                    ownerId: owner,
                    proposalId: ids.next(),
                    tool: "setReminder",
                    arguments: #"{"dueAt":"2026-03-12T12:00:00.000Z","text":"zanzibar \#(position)"}"#,
                    state: "pending",
                    door: "rest",
                    actorId: owner,
                    at: Timestamp(milliseconds: 1_773_000_000_000 + position),
                    previousHash: last
                )
                entry.hash = try entry.computedHash()
                last = entry.hash
                try connection.execute(
                    """
                    INSERT INTO audit_log_unkeyed (\(UnkeyedAuditRecord.columns))
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
                    """,
                    entry.position,
                    entry.id,
                    entry.ownerId,
                    entry.proposalId,
                    entry.tool,
                    breaking && position == 3 ? entry.arguments.replacing("zanzibar", with: "bar") : entry.arguments,
                    entry.state,
                    entry.door,
                    entry.actorId,
                    entry.at,
                    entry.previousHash,
                    entry.hash
                )
            }
            try connection.execute("INSERT INTO audit_head_unkeyed (id, position, hash) VALUES (1, 4, $1)", last)
        }
        return (folder, database, owner)
    }

    @Test func entriesWithoutAKeyAreSealed() async throws {
        let (folder, database, owner) = try await unkeyed(breaking: false)
        defer { folder.remove() }
        for _ in 0..<2 {
            let log = try await AuditLog.open(database, keys: folder.path + "/keys", logger: logger)
            let found = try await log.verify()
            #expect(found.isIntact && found.entries == 4 && found.erased == 0, "\(found)")
            let entries = try await log.entries(of: Actor(userId: owner, role: .trainer))
            #expect(entries.first?.arguments.words == "zanzibar 4")
        }
        let log = try await AuditLog.open(database, keys: folder.path + "/keys", logger: logger)
        try await log.eraseWords(of: owner)
        let found = try await log.verify()
        #expect(found.isIntact && found.erased == 4)
        let left = try await database.read { connection in
            try connection.exists("SELECT 1 FROM audit_log_unkeyed")
                || connection.exists("SELECT 1 FROM audit_log WHERE words IS NOT NULL OR arguments LIKE '%zanzibar%'")
        }
        #expect(!left)
        try await database.close()
    }

    @Test func aFaultFromBeforeTheKeyStaysKnown() async throws {
        let (folder, database, _) = try await unkeyed(breaking: true)
        defer { folder.remove() }
        for _ in 0..<2 {
            let log = try await AuditLog.open(database, keys: folder.path + "/keys", logger: logger)
            #expect(try await log.verify().brokenAt == 3)
        }
        _ = try await AuditLog.reseal(database, keys: folder.path + "/keys")
        let log = try await AuditLog.open(database, keys: folder.path + "/keys", logger: logger)
        #expect(try await log.verify().isIntact)
        try await database.close()
    }
}

import AssistantTools
import Domain
import Foundation
import Logging
import Scheduling
import SpotterAPI
import Storage
import Testing

@testable import Assistant

/// Who has the file has the tables, triggers or not, but not the key.
@Suite struct AuditTamperingTests {
    private func tamper(_ fixture: ToolsFixture, _ statements: [String]) async throws {
        try await fixture.database.write { connection in
            for statement in AuditSchema.dropTriggers + statements { try connection.execute(statement) }
        }
    }

    /// As after a restart: another connection reads the file.
    private func verifyAgain(_ fixture: ToolsFixture) async throws -> AuditVerification {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let again = try AssistantDatabase.open(path: fixture.path, clock: fixture.clock)
        let found = try await AuditLog.open(again, keys: fixture.keys, logger: logger).verify()
        try await again.close()
        return found
    }

    @Test(arguments: [
        ("edited", ["UPDATE audit_log SET state = 'cancelled' WHERE position = 3"], Int64(3)),
        (
            "edited arguments",
            ["UPDATE audit_log SET arguments = replace(arguments, '2026', '2027') WHERE position = 2"], 2
        ),
        ("edited words", ["UPDATE audit_log SET words = 'Remynder' WHERE position = 2"], 2),
        ("edited salt", ["UPDATE audit_log SET salt = zeroblob(32) WHERE position = 2"], 2),
        ("same arguments, other text", ["UPDATE audit_log SET arguments = arguments || ' ' WHERE position = 2"], 2),
        ("other owner", ["UPDATE audit_log SET owner_id = zeroblob(16) WHERE position = 1"], 1),
        ("deleted", ["DELETE FROM audit_log WHERE position = 2"], 2),
        ("first deleted", ["DELETE FROM audit_log WHERE position = 1"], 1),
        ("end deleted", ["DELETE FROM audit_log WHERE position >= 5"], 5),
        ("all deleted", ["DELETE FROM audit_log"], 1),
        ("all deleted, head too", ["DELETE FROM audit_log", "DELETE FROM audit_head"], 1),
        (
            "all deleted, head of an empty log",
            [
                "DELETE FROM audit_log",
                "UPDATE audit_head SET position = 0, executed = 0, hash = '\(AuditRecord.genesis)'",
            ], 1
        ),
        (
            "end deleted, head moved back",
            [
                "DELETE FROM audit_log WHERE position >= 5",
                """
                UPDATE audit_head SET position = 4, executed = 2,
                    hash = (SELECT hash FROM audit_log WHERE position = 4)
                """,
            ], 5
        ),
        (
            "deleted and renumbered",
            [
                "DELETE FROM audit_log WHERE position = 2",
                "UPDATE audit_log SET position = position - 1 WHERE position > 2",
            ], 2
        ),
        (
            "reordered",
            [
                "UPDATE audit_log SET position = 100 WHERE position = 2",
                "UPDATE audit_log SET position = 2 WHERE position = 3",
                "UPDATE audit_log SET position = 3 WHERE position = 100",
            ], 2
        ),
        ("unreadable", ["UPDATE audit_log SET arguments = '{' WHERE position = 4"], 4),
    ])
    func tamperingIsFound(what: String, statements: [String], position: Int64) async throws {
        let (fixture, _) = try await AuditTests.fixture(3)
        try await tamper(fixture, statements)
        let found = try await verifyAgain(fixture)
        #expect(found.brokenAt == position, "\(what): \(found)")
        #expect(found.reason != nil)
    }

    /// Ten lines of Python: other words in every entry, every hash computed anew, the head too.
    @Test func aForgeryWithoutTheKeyIsFound() async throws {
        let (fixture, _) = try await AuditTests.fixture(3)
        try await fixture.database.write { connection in
            for statement in AuditSchema.dropTriggers { try connection.execute(statement) }
            let rows = try connection.query("SELECT \(AuditRow.columns) FROM audit_log ORDER BY position") {
                try AuditRow(row: $0)
            }
            var last = AuditRecord.genesis
            for row in rows {
                let words = AuditWords("Eve's reminder")
                let entry = UnkeyedAuditRecord(
                    position: row.record.position,
                    id: row.record.id,
                    ownerId: row.record.ownerId,
                    proposalId: row.record.proposalId,
                    tool: row.record.tool,
                    arguments: row.record.arguments,
                    state: row.record.state,
                    door: row.record.door,
                    actorId: row.record.actorId,
                    at: row.record.at,
                    previousHash: last
                )
                let hash = try entry.computedHash()
                try connection.execute(
                    """
                    UPDATE audit_log SET words = $1, salt = $2, words_hash = $3, previous_hash = $4, hash = $5
                    WHERE position = $6
                    """,
                    words.text,
                    words.salt,
                    words.hash,
                    last,
                    hash,
                    entry.position
                )
                last = hash
            }
            try connection.execute("UPDATE audit_head SET hash = $1, seal = $1", last)
        }
        let found = try await verifyAgain(fixture)
        #expect(found.brokenAt == 1)
    }

    /// An older head with its own seal, as somebody may have kept it: what was done says that entries are missing.
    @Test func anOlderStateOfTheLogIsFound() async throws {
        let (fixture, alex) = try await AuditTests.fixture(1)
        let old = try #require(
            try await fixture.database.read { connection in try AuditHead.read(on: connection) }
        )
        let proposal = try await fixture.propose(
            ToolRequest(tool: .setReminder, time: .expression("tomorrow at 9am"), text: "Later"),
            as: alex
        )
        _ = try await fixture.proposals.confirm(proposal.id, by: alex.actor)
        try await fixture.database.write { connection in
            for statement in AuditSchema.dropTriggers { try connection.execute(statement) }
            try connection.execute("DELETE FROM audit_log WHERE position > $1", old.head.position)
            try connection.execute(
                "UPDATE audit_head SET position = $1, hash = $2, executed = $3, seal = $4",
                old.head.position,
                old.head.hash,
                old.head.executed,
                old.seal
            )
        }
        let found = try await verifyAgain(fixture)
        #expect(found.brokenAt == 3)
        #expect(found.reason?.contains("\(proposal.id)") == true)
    }

    @Test(arguments: ["DELETE FROM audit_head", "DELETE FROM audit_log WHERE position = 2", "DELETE FROM audit_log"])
    func nothingIsDoneOnTopOfATamperedEnd(statement: String) async throws {
        let (fixture, alex) = try await AuditTests.fixture(1)
        let proposal = try await fixture.propose(
            ToolRequest(tool: .setReminder, time: .expression("tomorrow at 9am"), text: "Never"),
            as: alex
        )
        try await tamper(fixture, ["DELETE FROM audit_log WHERE position = 3", statement])
        #expect(
            await errorCode { _ = try await fixture.proposals.confirm(proposal.id, by: alex.actor) } == .unavailable
        )
        #expect(try await fixture.reminders.list(for: alex.actor).count == 1)
        #expect(try await fixture.audit.verify().isIntact == false)
    }
}

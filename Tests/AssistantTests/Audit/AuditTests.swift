import Domain
import Foundation
import Logging
import Scheduling
import SpotterAPI
import SpotterServer
import Storage
import Testing

@testable import Assistant

@Suite struct AuditTests {
    /// A fixture with `count` reminders proposed and confirmed: two entries each.
    private func fixture(_ count: Int) async throws -> (fixture: ToolsFixture, alex: User) {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        for number in 0..<count {
            let proposal = try await fixture.propose(
                ToolRequest(tool: .setReminder, time: .expression("tomorrow at 8am"), text: "Reminder \(number)"),
                as: alex
            )
            _ = try await fixture.proposals.confirm(proposal.id, by: alex.actor, door: .callable)
        }
        return (fixture, alex)
    }

    private func tamper(_ fixture: ToolsFixture, _ statements: [String]) async throws {
        // Who has the file has the tables: the triggers only stop the server itself.
        try await fixture.database.write { connection in
            try connection.execute("DROP TRIGGER audit_log_no_update")
            try connection.execute("DROP TRIGGER audit_log_no_delete")
            for statement in statements { try connection.execute(statement) }
        }
    }

    @Test func entriesAreChainedAndNewestFirst() async throws {
        let (fixture, alex) = try await fixture(2)
        let entries = try await fixture.audit.entries(of: alex.actor)
        #expect(entries.map(\.state) == [.executed, .pending, .executed, .pending])
        #expect(entries.map(\.door) == [.callable, .chat, .callable, .chat])
        #expect(entries.allSatisfy { $0.actorId == alex.id && $0.tool == .setReminder && $0.hash.count == 64 })
        for (entry, earlier) in zip(entries, entries.dropFirst()) { #expect(entry.previousHash == earlier.hash) }
        #expect(entries.last?.previousHash == String(repeating: "0", count: 64))
        let found = try await fixture.audit.verify()
        #expect(found.isIntact)
        #expect(found.entries == 4)
        #expect(await errorCode { _ = try await fixture.audit.entries(of: alex.actor, limit: 201) } == .invalidRequest)
    }

    @Test func onTheWireTheyHaveTheContractsKeys() async throws {
        let (fixture, alex) = try await fixture(1)
        let entry = try #require(try await fixture.audit.entries(of: alex.actor).first)
        let data = try JSONEncoder().encode(entry)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "id", "proposalId", "tool", "arguments", "state", "door", "actorId", "at", "hash", "previousHash",
            ]
        )
        #expect(try JSONDecoder().decode(AuditEntry.self, from: data) == entry)
    }

    @Test func theServerItselfCannotRewriteIt() async throws {
        let (fixture, _) = try await fixture(1)
        for statement in ["UPDATE audit_log SET state = 'cancelled'", "DELETE FROM audit_log"] {
            await #expect(throws: (any Error).self) {
                try await fixture.database.write { _ = try $0.execute(statement) }
            }
        }
        #expect(try await fixture.audit.verify().isIntact)
    }

    @Test(arguments: [
        ("edited", ["UPDATE audit_log SET state = 'cancelled' WHERE position = 3"], Int64(3)),
        (
            "edited arguments",
            ["UPDATE audit_log SET arguments = replace(arguments, 'Reminder', 'Remynder') WHERE position = 2"], 2
        ),
        ("same arguments, other text", ["UPDATE audit_log SET arguments = arguments || ' ' WHERE position = 2"], 2),
        ("other owner", ["UPDATE audit_log SET owner_id = zeroblob(16) WHERE position = 1"], 1),
        ("deleted", ["DELETE FROM audit_log WHERE position = 2"], 2),
        ("first deleted", ["DELETE FROM audit_log WHERE position = 1"], 1),
        ("end deleted", ["DELETE FROM audit_log WHERE position >= 5"], 5),
        ("all deleted", ["DELETE FROM audit_log"], 1),
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
        let (fixture, _) = try await fixture(3)
        try await tamper(fixture, statements)
        // As after a restart: another connection reads the file.
        let again = try ServerSchema.open(path: fixture.path, clock: fixture.clock, logger: Logger(label: "test"))
        let found = try await AuditLog(database: again).verify()
        #expect(found.brokenAt == position, "\(what)")
        #expect(found.reason != nil)
        try await again.close()
    }

    @Test func withoutAnAuditEntryNothingHappens() async throws {
        let (fixture, alex) = try await fixture(1)
        let proposal = try await fixture.propose(
            ToolRequest(tool: .setReminder, time: .expression("tomorrow at 9am"), text: "Never"),
            as: alex
        )
        try await fixture.database.write { connection in
            _ = try connection.execute(
                "CREATE TRIGGER full BEFORE INSERT ON audit_log BEGIN SELECT raise(ABORT, 'disk full'); END"
            )
        }
        await #expect(throws: (any Error).self) {
            try await fixture.proposals.confirm(proposal.id, by: alex.actor)
        }
        #expect(try await fixture.proposals.proposal(proposal.id, for: alex.actor).state == .pending)
        #expect(try await fixture.reminders.list(for: alex.actor).count == 1)
        try await fixture.database.write { _ = try $0.execute("DROP TRIGGER full") }
        _ = try await fixture.proposals.confirm(proposal.id, by: alex.actor)
        #expect(try await fixture.audit.verify().isIntact)
    }

    @Test func canonicalTextIsOne() throws {
        let text = #"{"b":[1,true,null,"a/\"\\\u0001é\n"],"a":{"z":-5,"":""}}"#
        let json = try JSONValue(text: text)
        #expect(json.text == #"{"a":{"":"","z":-5},"b":[1,true,null,"a/\"\\\u0001é\n"]}"#)
        #expect(try JSONValue(text: json.text) == json)
    }
}

import AssistantTools
import Domain
import Foundation
import Logging
import Scheduling
import SpotterAPI
import Storage
import Testing

@testable import Assistant

@Suite struct AuditTests {
    /// A fixture with `count` reminders proposed and confirmed: two entries each.
    static func fixture(_ count: Int) async throws -> (fixture: ToolsFixture, alex: User) {
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

    @Test func entriesAreChainedAndNewestFirst() async throws {
        let (fixture, alex) = try await Self.fixture(2)
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
        let (fixture, alex) = try await Self.fixture(1)
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
        let (fixture, _) = try await Self.fixture(1)
        for statement in [
            "UPDATE audit_log SET state = 'cancelled'", "UPDATE audit_log SET words = 'other'",
            "UPDATE audit_log SET words = NULL, salt = NULL, tool = 'sendMessage'", "DELETE FROM audit_log",
        ] {
            await #expect(throws: (any Error).self) {
                try await fixture.database.write { _ = try $0.execute(statement) }
            }
        }
        #expect(try await fixture.audit.verify().isIntact)
    }

    @Test func withoutAnAuditEntryNothingHappens() async throws {
        let (fixture, alex) = try await Self.fixture(1)
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

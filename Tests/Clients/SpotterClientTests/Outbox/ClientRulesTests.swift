import Domain
import Foundation
import TestSupport
import Testing

@testable import SpotterClient

/// Rules that the web app has, too: `Tests/Clients/WebAppTests/text/rules.ts` plays the same table.
@Suite struct ClientRulesTests {
    private struct Case: Decodable {
        /// Entries in the order of writing, each its chat and its state.
        let outbox: [String]?
        /// The numbers of those that are sent next.
        let ready: [Int]?
        let name: String?
        let query: String?
        let found: Bool?
    }

    @Test func theTableHolds() throws {
        let lines = try String(contentsOf: Repository.fixture("client-rules.jsonl"), encoding: .utf8).split(
            separator: "\n"
        )
        #expect(lines.count > 20)
        for line in lines {
            let expected = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
            if let outbox = expected.outbox {
                let entries = try outbox.enumerated().map { try Self.entry($0.element, number: $0.offset) }
                #expect(OutboxQueue.ready(entries).map(\.id) == expected.ready?.map(String.init), "\(line)")
            }
            if let name = expected.name, let query = expected.query {
                let hit = try? NameMatch.first(query, in: [name], named: { [$0] })
                #expect((hit != nil) == expected.found, "\(line)")
            }
        }
    }

    private static func entry(_ text: String, number: Int) throws -> OutboxEntry {
        let parts = text.split(separator: " ")
        let chat = try #require(parts.first?.utf8.first)
        let states: [String: OutboxEntry.State] = [
            "staged": .staged, "sending": .sending, "sent": .sent(seq: 7),
            "failed": .failed(reason: "", retryable: true),
        ]
        return OutboxEntry(
            id: String(number),
            chatId: ChatID(high: 1, low: UInt64(chat)),
            text: "",
            writtenAt: Timestamp(milliseconds: Int64(number)),
            state: try #require(states[String(parts.last ?? "")])
        )
    }
}

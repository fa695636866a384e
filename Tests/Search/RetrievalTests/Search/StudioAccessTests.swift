import Accounts
import Domain
import Foundation
import Importing
import Messaging
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Retrieval

/// Invariant 6 over the whole example studio: whoever asks, in whichever way, sees their own chats and no others.
@Suite(.longTimeLimit) struct StudioAccessTests {
    private static let queries = [
        "who has knee trouble", "Sara", "what did Mike say about his back last week", "invoice paid", "no nuts",
        "protein in January", "the run club", "sleep", "Burpee", "gracias", "25 kg", "ok",
    ]

    @Test func nobodyEverSeesForeignMessages() async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let people = try await studio(in: fixture)
            var visible = try await chats(of: people, in: fixture)
            try await expectOwnOnly(people, visible, fixture)
            // Whoever leaves or is removed is out at once, also of what was found before.
            let groups = try await fixture.database.read { connection in
                try connection.query("SELECT id FROM chats WHERE kind = 'group'") { try $0.id(0, ChatID.self) }
            }
            for group in groups {
                guard
                    let owner = people.first(where: { $0.role == .trainer && visible[$0.id]?.contains(group) == true }),
                    let member = people.first(where: { $0.id != owner.id && visible[$0.id]?.contains(group) == true })
                else { continue }
                try await fixture.messaging.chats.remove(member.id, from: group, by: owner.actor)
                visible[member.id]?.remove(group)
                try await expectOwnOnly([member], visible, fixture)
            }
        }
    }

    private func expectOwnOnly(_ people: [User], _ visible: [UserID: Set<ChatID>], _ fixture: RetrievalFixture)
        async throws
    {
        for user in people {
            let own = try #require(visible[user.id])
            var shown: [MessageID] = []
            for text in Self.queries {
                for mode in SearchMode.allCases {
                    var query = SearchQuery(text, mode: mode, limit: 25, explain: true)
                    for _ in 0..<2 {
                        let answer = try await fixture.search.search(query, for: user.actor)
                        #expect(
                            answer.results.allSatisfy { own.contains($0.chatId) },
                            "\(user.email): \(text), \(mode)"
                        )
                        let readings = answer.understood?.groups ?? []
                        #expect(readings.allSatisfy { own.contains($0.chatId) })
                        shown += answer.results.map(\.messageId)
                        guard let next = answer.nextCursor else { break }
                        query.cursor = next
                    }
                }
            }
            for message in Set(shown).sorted().prefix(12) {
                let answer = try await fixture.search.related(to: message, for: user.actor, limit: 25)
                #expect(answer.results.allSatisfy { own.contains($0.chatId) && $0.messageId != message })
            }
        }
    }

    private func studio(in fixture: RetrievalFixture) async throws -> [User] {
        let path = Repository.fixture("studio.jsonl")
        let importer = Importer(
            database: fixture.database,
            clock: fixture.clock,
            ids: UUIDv7Source(clock: fixture.clock),
            hasher: PasswordHasher(cost: .minimal),
            messaging: fixture.messaging
        )
        _ = try await importer.run([UInt8](try Data(contentsOf: path)))
        try await fixture.index()
        let emails = try await fixture.database.read {
            try $0.query("SELECT email FROM users ORDER BY email") { try $0.text(0) }
        }
        return try await fixture.database.read { connection in
            try emails.compactMap { try User.find(email: $0, on: connection) }
        }
    }

    private func chats(of people: [User], in fixture: RetrievalFixture) async throws -> [UserID: Set<ChatID>] {
        try await fixture.database.read { connection in
            var chats: [UserID: Set<ChatID>] = [:]
            for user in people {
                chats[user.id] = Set(
                    try connection.query("SELECT chat_id FROM members WHERE user_id = $1", user.id) { try $0.id(0) }
                )
            }
            return chats
        }
    }
}

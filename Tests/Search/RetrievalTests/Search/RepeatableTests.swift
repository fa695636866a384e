import Accounts
import Domain
import Embedding
import Foundation
import Importing
import Retrieval
import SpotterAPI
import Storage
import Synchronization
import TestSupport
import Testing

/// The same data ranks the same, whatever ids its messages get.
@Suite(.longTimeLimit) struct RepeatableTests {
    private struct Label: Decodable {
        let id: String
        let query: String
        let `as`: String
    }

    /// Ids without any order, so that a tie that ids decide shows.
    private final class RandomIDs: IDSource {
        private let random: Mutex<SeededRandom>
        init(seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }

        func next<Entity>(_ type: ID<Entity>.Type) -> ID<Entity> {
            random.withLock { ID(high: $0.next(), low: $0.next()) }
        }
    }

    @Test(arguments: TestLength.choose([2], full: [2, 3]) as [UInt64]) func twoImportsOfTheStudioAnswerAlike(
        seed: UInt64
    ) async throws {
        let all = try ["retrieval", "retrieval-lines"].flatMap { try labels(of: "fixtures/\($0).jsonl") }
        let queries = stride(from: 0, to: all.count, by: TestLength.choose(4, full: 1)).map { all[$0] }
        let first = try await orders(of: queries, seed: 1)
        let second = try await orders(of: queries, seed: seed)
        #expect(first.count == second.count)
        for (one, other) in zip(first, second) { #expect(one.results == other.results, "\(one.name)") }
    }

    /// The results of each query in each mode, in pages.
    private func orders(of labels: [Label], seed: UInt64) async throws -> [(name: String, results: [String])] {
        var orders: [(name: String, results: [String])] = []
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let importer = Importer(
                database: fixture.database,
                clock: fixture.clock,
                ids: RandomIDs(seed: seed),
                hasher: PasswordHasher(cost: .minimal),
                messaging: fixture.messaging
            )
            _ = try await importer.run(
                [UInt8](Data(contentsOf: Repository.root.appending(path: "fixtures/studio.jsonl")))
            )
            try await fixture.index()
            for label in labels {
                let user = try await fixture.database.read { try User.find(email: label.as, on: $0) }
                let actor = try #require(user).actor
                for mode in SearchMode.allCases {
                    let answer = try await fixture.search.search(
                        SearchQuery(label.query, mode: mode, limit: 30),
                        for: actor
                    )
                    orders.append(("\(label.id) \(mode)", answer.results.map(\.clientMessageId)))
                }
            }
        }
        return orders
    }

    private func labels(of path: String) throws -> [Label] {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8).split(separator: "\n")
            .map { try JSONDecoder().decode(Label.self, from: Data($0.utf8)) }
    }
}

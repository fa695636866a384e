import Accounts
import Domain
import Embedding
import Foundation
import Importing
import PostgreSQLTestKit
import Retrieval
import SpotterAPI
import Storage
import Synchronization
import TestSupport
import Testing

/// The same data ranks the same, whatever ids its messages get, and whatever database they are in.
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
        let queries = try labels()
        let first = try await orders(of: queries, seed: 1)
        let second = try await orders(of: queries, seed: seed)
        #expect(first.count == second.count)
        for (one, other) in zip(first, second) { #expect(one.results == other.results, "\(one.name)") }
    }

    /// Also where the words are marked.
    @Test func everyEngineAnswersAlike() async throws {
        let queries = try labels()
        let first = try await orders(of: queries, seed: 1, on: .sqlite)
        let second = try await orders(of: queries, seed: 1, on: .postgreSQL)
        #expect(first.count == second.count)
        for (one, other) in zip(first, second) {
            #expect(one.results == other.results, "\(one.name)")
            #expect(one.highlights == other.highlights, "\(one.name)")
        }
    }

    private struct Order {
        let name: String
        let results: [String]
        let highlights: [[SearchHighlight]]
    }

    /// The results of each query in each mode.
    private func orders(
        of labels: [Label],
        seed: UInt64,
        on engine: TestEngine = .chosen
    ) async throws -> [Order] {
        var orders: [Order] = []
        try await RetrievalFixture.run([WordEmbedder()], on: engine) { fixture in
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
                    orders.append(
                        Order(
                            name: "\(label.id) \(mode)",
                            results: answer.results.map(\.clientMessageId),
                            highlights: answer.results.map(\.highlights)
                        )
                    )
                }
            }
        }
        return orders
    }

    private func labels() throws -> [Label] {
        let all = try ["retrieval", "retrieval-lines"].flatMap { try labels(of: "fixtures/\($0).jsonl") }
        return stride(from: 0, to: all.count, by: TestLength.choose(4, full: 1)).map { all[$0] }
    }

    private func labels(of path: String) throws -> [Label] {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8).split(separator: "\n")
            .map { try JSONDecoder().decode(Label.self, from: Data($0.utf8)) }
    }
}

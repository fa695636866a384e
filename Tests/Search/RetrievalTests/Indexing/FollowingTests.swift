import ClusterTestKit
import Domain
import Logging
import Messaging
import PostgreSQLTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Retrieval

/// A server finds what another one over the same database has embedded, and nothing that another one has removed.
@Suite(.standardTimeLimit) struct FollowingTests {
    /// Another server of the fixture's database, which embeds nothing itself.
    private func follower(of fixture: RetrievalFixture) async throws -> MessageSearch {
        var configuration = MessageIndexer.Configuration()
        configuration.followInterval = .zero
        configuration.folder = "\(fixture.folder.path)/follower"
        let database = SharedDatabase(fixture.database)
        let indexer = MessageIndexer(
            database: database,
            embedders: [WordEmbedder()],
            clock: fixture.clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            configuration: configuration
        )
        try await indexer.load()
        return MessageSearch(database: database, indexer: indexer)
    }

    @Test(arguments: TestEngine.allCases) func memoryFollowsTheDatabase(engine: TestEngine) async throws {
        try await RetrievalFixture.run([WordEmbedder()], on: engine) { fixture in
            let trainer = try await fixture.user("alex", .trainer)
            let chat = try await fixture.direct(trainer, try await fixture.user("sara", .client, of: trainer))
            let follower = try await follower(of: fixture)
            // The nearest first.
            func found(_ word: String) async throws -> [MessageID] {
                try await follower.search(SearchQuery(word, mode: .semantic), for: trainer.actor).results.map(
                    \.messageId
                )
            }
            let first = try await fixture.send("my xylophone hurts", to: chat, by: trainer)
            try await fixture.index()
            #expect(try await found("xylophone").first == first.id)
            // More, while the chat is in memory.
            let second = try await fixture.send("a zebra is in the garden. And a walnut.", to: chat, by: trainer)
            try await fixture.index()
            #expect(try await found("xylophone").first == first.id)
            #expect(try await found("walnut").first == second.id)
            // Other words.
            _ = try await fixture.messaging.messages.edit(second.id, in: chat, to: "a harbour", by: trainer.actor)
            #expect(try await !found("walnut").contains(second.id))
            try await fixture.index()
            #expect(try await found("harbour").first == second.id)
            // One less, and at once one more.
            try await fixture.messaging.messages.delete(first.id, in: chat, by: trainer.actor)
            let third = try await fixture.send("xylophone again", to: chat, by: trainer)
            try await fixture.index()
            let last = try await found("xylophone")
            #expect(last.first == third.id && !last.contains(first.id))
        }
    }
}

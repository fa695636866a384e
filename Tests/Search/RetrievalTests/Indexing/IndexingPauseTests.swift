import Domain
import Embedding
import Logging
import SpotterAPI
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Retrieval

@Suite(.standardTimeLimit) struct IndexingPauseTests {
    @Test func lastsAsLongAsTheWriterIsBusy() async throws {
        let clock = InstantClock()
        var answers = [true, true, true, false]
        try await WriterPause(clock: clock).whileBusy { answers.removeFirst() }
        #expect(clock.sleeps == 3)
        #expect(answers.isEmpty)
    }

    @Test func isBounded() async throws {
        let clock = InstantClock()
        try await WriterPause(clock: clock).whileBusy { true }
        #expect(clock.now.offset == .milliseconds(500))
    }

    /// However busy the writer is, every message becomes searchable.
    @Test func indexingGoesOnAtTheBound() async throws {
        let embedder = WordEmbedder()
        try await RetrievalFixture.run(embedder) { fixture in
            let coach = try await fixture.user("coach", .trainer)
            let chat = try await fixture.direct(coach, try await fixture.user("client", .client, of: coach))
            let message = try await fixture.send("my knee hurts", to: chat, by: coach)
            let clock = InstantClock()
            let indexer = MessageIndexer(
                database: BusyDatabase(base: fixture.database),
                embedders: [embedder],
                clock: fixture.clock,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                pauses: clock
            )
            try await indexer.load()
            let running = Task { try await indexer.run() }
            try await until("the message is indexed") { try await indexer.indexedCount() > 0 }
            running.cancel()
            _ = try? await running.value
            #expect(clock.sleeps >= WriterPause.maxSteps)
            #expect(embedder.embedded == [message.text])
        }
    }

    /// What is searched for and what is indexed have threads of their own.
    @Test func queriesAndDocumentsHaveTheirLanes() async throws {
        let embedder = LaneEmbedder()
        try await RetrievalFixture.run(embedder) { fixture in
            let coach = try await fixture.user("coach", .trainer)
            let chat = try await fixture.direct(coach, try await fixture.user("client", .client, of: coach))
            let message = try await fixture.send("my knee hurts", to: chat, by: coach)
            try await fixture.index()
            #expect(embedder.lanes == [.documents])
            #expect(try await fixture.find(.init("knee", mode: .semantic), for: coach) == [message.id])
            #expect(embedder.lanes == [.documents, .queries])
        }
    }
}

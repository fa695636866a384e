import Cluster
import ClusterTestKit
import Domain
import Messaging
import Retrieval
import SpotterAPI
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct PipelineTests {
    @Test(arguments: [SearchMode.semantic, .hybrid])
    func aMessageIsFoundOnceItIsIndexed(mode: SearchMode) async throws {
        let embedder = WordEmbedder()
        try await RetrievalFixture.run(embedder) { fixture in
            let (trainer, _, chat) = try await people(in: fixture)
            let message = try await fixture.send("my xylophone hurts", to: chat, by: trainer)
            #expect(try await fixture.memory.pendingCount() == 1)
            #expect(try await fixture.memory.indexedCount() == 0)
            try await fixture.index()
            #expect(try await fixture.memory.pendingCount() == 0)
            #expect(try await fixture.memory.indexedCount() == 1)
            let answer = try await fixture.search.search(SearchQuery("xylophone", mode: mode), for: trainer.actor)
            #expect(answer.degraded == nil && answer.mode == mode)
            #expect(answer.results.map(\.messageId) == [message.id])
            #expect(answer.results.first?.match == (mode == .semantic ? .semantic : .both))
        }
    }

    /// The queue outlives the process; what is done is not done again.
    @Test func theQueueSurvivesARestart() async throws {
        let embedder = WordEmbedder()
        try await RetrievalFixture.run(embedder) { fixture in
            let (trainer, _, chat) = try await people(in: fixture)
            let texts = (0..<150).map { "text number \($0)" }
            for text in texts { try await fixture.send(text, to: chat, by: trainer) }
            #expect(try await fixture.memory.indexPending() > 0)
            let fixture = try await fixture.reopened(embedder)
            try await fixture.index()
            #expect(embedder.embedded.sorted() == texts.sorted(), "each exactly once")
            #expect(try await fixture.memory.indexedCount() == 150)
            let again = try await fixture.reopened(embedder)
            #expect(try await again.memory.indexedCount() == 150)
            try await again.index()
            #expect(embedder.embedded.count == 150)
            #expect(try await again.find(SearchQuery("number 77", mode: .semantic, limit: 1), for: trainer).count == 1)
        }
    }

    @Test func aNodeWhoseWorkWasTakenOverStoresNoVector() async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (trainer, _, chat) = try await people(in: fixture)
            let message = try await fixture.send("my xylophone hurts", to: chat, by: trainer)
            #expect(try await fixture.memory.pendingCount() == 1)
            let takeover = try await TestCluster(fixture.database).takeover()
            await #expect(throws: LeaseLost.self) {
                try await takeover.late.perform { while try await fixture.memory.indexPending() > 0 {} }
            }
            #expect(try await fixture.memory.indexedCount() == 0)
            #expect(try await fixture.find(SearchQuery("xylophone", mode: .semantic), for: trainer).isEmpty)
            try await takeover.next.perform { while try await fixture.memory.indexPending() > 0 {} }
            #expect(try await fixture.memory.indexedCount() == 1)
            #expect(try await fixture.find(SearchQuery("xylophone", mode: .semantic), for: trainer) == [message.id])
        }
    }

    /// What waits is embedded by the node whose work it is: a service isn't paid twice.
    @Test func aNodeThatHasLostItsWorkEmbedsNothing() async throws {
        let embedder = WordEmbedder()
        try await RetrievalFixture.run(embedder) { fixture in
            let (trainer, _, chat) = try await people(in: fixture)
            let message = try await fixture.send("my knee hurts", to: chat, by: trainer)
            let takeover = try await TestCluster(fixture.database).takeover()
            try await takeover.next.perform { while try await fixture.memory.indexPending() > 0 {} }
            // It waits again, without anything new that the late node would have to write.
            _ = try await fixture.messaging.messages.edit(message.id, in: chat, to: "my hip hurts", by: trainer.actor)
            let before = embedder.embedded.count
            takeover.thaw()
            await #expect(throws: LeaseLost.self) {
                try await takeover.late.perform { while try await fixture.memory.indexPending() > 0 {} }
            }
            #expect(embedder.embedded.count == before)
            try await takeover.next.perform { while try await fixture.memory.indexPending() > 0 {} }
            #expect(embedder.embedded.count == before + 1)
        }
    }

    /// Behind an import of years, and with a clock that was set back: what is said now is searchable at once.
    @Test func theNewestIsEmbeddedFirst() async throws {
        let embedder = WordEmbedder()
        try await RetrievalFixture.run(embedder) { fixture in
            let (trainer, _, chat) = try await people(in: fixture)
            for number in 0..<150 { try await fixture.send("old text \(number)", to: chat, by: trainer) }
            fixture.clock.set(RetrievalFixture.start.adding(seconds: -86_400))
            let fixture = try await fixture.reopened(embedder)
            let fresh = try await fixture.send("my xylophone hurts", to: chat, by: trainer)
            #expect(try await fixture.memory.indexPending() > 0)
            #expect(try await fixture.memory.pendingCount() > 0, "one batch, and the backlog still waits")
            #expect(
                try await fixture.find(SearchQuery("xylophone", mode: .semantic, limit: 1), for: trainer) == [fresh.id]
            )
        }
    }

    @Test func anotherModelStartsAnew() async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (trainer, _, chat) = try await people(in: fixture)
            let message = try await fixture.send("my xylophone hurts", to: chat, by: trainer)
            try await fixture.index()
            let other = WordEmbedder(name: "other words")
            let fixture = try await fixture.reopened(other)
            #expect(try await fixture.memory.indexedCount() == 0, "vectors of two models are never compared")
            try await fixture.index()
            #expect(other.embedded == ["my xylophone hurts"])
            #expect(try await fixture.find(SearchQuery("xylophone", mode: .semantic), for: trainer) == [message.id])
        }
    }

    @Test func failuresAreTriedAgainLater() async throws {
        let embedder = WordEmbedder()
        try await RetrievalFixture.run(embedder) { fixture in
            let (trainer, _, chat) = try await people(in: fixture)
            let message = try await fixture.send("my xylophone hurts", to: chat, by: trainer)
            embedder.breakDown(true)
            #expect(try await fixture.memory.indexPending() == 0)
            #expect(try await fixture.memory.pendingCount() == 1)
            let degraded = try await fixture.search.search(SearchQuery("xylophone"), for: trainer.actor)
            #expect(degraded.degraded != nil && degraded.results.map(\.messageId) == [message.id])
            embedder.breakDown(false)
            #expect(try await fixture.memory.indexPending() == 0, "not before its time")
            fixture.clock.advance(milliseconds: 3_600_000)
            try await fixture.index()
            #expect(try await fixture.memory.indexedCount() == 1)
        }
    }

    @Test func withoutAModelSearchIsLexicalAndSaysSo() async throws {
        try await RetrievalFixture.run(nil) { fixture in
            let (trainer, _, chat) = try await people(in: fixture)
            let message = try await fixture.send("my xylophone hurts", to: chat, by: trainer)
            for mode in SearchMode.allCases {
                let answer = try await fixture.search.search(SearchQuery("xylophones", mode: mode), for: trainer.actor)
                #expect(answer.results.map(\.messageId) == [message.id] && answer.mode == .text)
                #expect((answer.degraded == nil) == (mode == .text))
            }
            let fixture = try await fixture.reopened(WordEmbedder())
            try await fixture.index()
            #expect(try await fixture.memory.indexedCount() == 1, "weights that come later find everything waiting")
        }
    }

    /// Invariant 8, before the call returns, for meaning and words alike, also while the vector is being made.
    @Test(arguments: [false, true], SearchMode.allCases)
    func goneIsGone(isIndexed: Bool, mode: SearchMode) async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (trainer, _, chat) = try await people(in: fixture)
            let edited = try await fixture.send("my xylophone hurts", to: chat, by: trainer)
            let deleted = try await fixture.send("the xylophone again", to: chat, by: trainer)
            if isIndexed { try await fixture.index() }
            _ = try await fixture.messaging.messages.edit(edited.id, in: chat, to: "fine now", by: trainer.actor)
            try await fixture.messaging.messages.delete(deleted.id, in: chat, by: trainer.actor)
            #expect(try await fixture.find(SearchQuery("xylophone", mode: mode), for: trainer) == [])
            try await fixture.index()
            let found = try await fixture.search.search(SearchQuery("xylophone", mode: mode), for: trainer.actor)
            #expect(found.results.allSatisfy { $0.text == "fine now" })
            #expect(try await fixture.memory.indexedCount() == 1)
            #expect(try await fixture.find(SearchQuery("fine now", mode: mode, limit: 1), for: trainer) == [edited.id])
        }
    }

    private func people(in fixture: RetrievalFixture) async throws -> (trainer: User, client: User, chat: ChatID) {
        let trainer = try await fixture.user("alex", .trainer)
        let client = try await fixture.user("sara", .client, of: trainer)
        return (trainer, client, try await fixture.direct(trainer, client))
    }
}

import Domain
import Embedding
import Messaging
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Retrieval

/// Several models: a change of the model, a service that is down, texts that a model refuses.
@Suite(.standardTimeLimit) struct ModelsTests {
    private func people(in fixture: RetrievalFixture) async throws -> (trainer: User, chat: ChatID) {
        let trainer = try await fixture.user("alex", .trainer)
        let client = try await fixture.user("sara", .client, of: trainer)
        return (trainer, try await fixture.direct(trainer, client))
    }

    @Test func theOldModelAnswersUntilTheNewOneHasEverything() async throws {
        let (old, new) = (WordEmbedder(name: "old"), WordEmbedder(name: "new"))
        try await RetrievalFixture.run(old) { fixture in
            let (trainer, chat) = try await people(in: fixture)
            for number in 0..<200 { try await fixture.send("text number \(number)", to: chat, by: trainer) }
            let first = try await fixture.send("my xylophone hurts", to: chat, by: trainer)
            try await fixture.index()
            let both = try await fixture.reopened([new, old])
            let query = SearchQuery("xylophone", mode: .semantic, limit: 1)
            #expect(try await both.memory.indexPending() > 0)
            let meanwhile = try await both.search.search(query, for: trainer.actor)
            #expect(meanwhile.results.map(\.messageId) == [first.id])
            #expect(meanwhile.degraded?.contains("old answers while messages are embedded by new") == true)
            // What is said meanwhile is searchable too.
            let fresh = try await both.send("xylophone xylophone", to: chat, by: trainer)
            try await both.index()
            #expect(try await both.find(query, for: trainer) == [fresh.id])
            #expect(try await both.search.search(query, for: trainer.actor).degraded == nil)
            let texts = old.embedded.filter { $0 != "xylophone" }
            #expect(Set(texts).count == texts.count, "the old one embeds nothing twice")
            #expect(try await both.memory.status().models.map(\.ready) == [true, true])
            let alone = try await both.reopened([new])
            #expect(try await alone.memory.status().models.map(\.active) == [true, false])
            #expect(try await alone.find(query, for: trainer) == [fresh.id])
        }
    }

    @Test func aModelThatWasAwayCatchesUp() async throws {
        let (one, other) = (WordEmbedder(name: "one"), WordEmbedder(name: "other"))
        try await RetrievalFixture.run([one, other]) { fixture in
            let (trainer, chat) = try await people(in: fixture)
            try await fixture.send("zebra", to: chat, by: trainer)
            try await fixture.index()
            let without = try await fixture.reopened([one])
            let missed = try await without.send("my xylophone hurts", to: chat, by: trainer)
            try await without.index()
            let again = try await without.reopened([other])
            try await again.index()
            let query = SearchQuery("xylophone", mode: .semantic, limit: 1)
            #expect(try await again.find(query, for: trainer) == [missed.id])
            #expect(other.embedded.filter { $0 == "zebra" }.count == 1)
        }
    }

    @Test func whenOneIsDownTheOtherAnswersAndSaysSo() async throws {
        let (remote, local) = (WordEmbedder(name: "remote"), WordEmbedder(name: "local"))
        try await RetrievalFixture.run([remote, local]) { fixture in
            let (trainer, chat) = try await people(in: fixture)
            let message = try await fixture.send("my xylophone hurts", to: chat, by: trainer)
            try await fixture.index()
            let query = SearchQuery("xylophone", mode: .semantic, limit: 1)
            #expect(try await fixture.search.search(query, for: trainer.actor).degraded == nil)
            remote.fail { _ in ModelError(.unavailable, "connection refused") }
            let answer = try await fixture.search.search(query, for: trainer.actor)
            #expect(answer.results.map(\.messageId) == [message.id] && answer.mode == .semantic)
            #expect(answer.degraded?.contains("remote didn't answer (connection refused), so local did") == true)
            local.fail { _ in ModelError(.unavailable, "out of order") }
            #expect(try await fixture.search.search(query, for: trainer.actor).mode == .text)
        }
    }

    /// Hours without the service make no dead letters.
    @Test func anOutageCountsForNoMessage() async throws {
        let remote = WordEmbedder(name: "remote")
        try await RetrievalFixture.run(remote) { fixture in
            let (trainer, chat) = try await people(in: fixture)
            try await fixture.send("my xylophone hurts", to: chat, by: trainer)
            remote.fail { _ in ModelError(.unavailable, "connection refused") }
            for _ in 0..<50 {
                #expect(try await fixture.memory.indexPending() == 0)
                fixture.clock.advance(milliseconds: 60_000)
            }
            let status = try await fixture.memory.status()
            #expect(status.models.first?.dead == 0 && status.models.first?.outage == "connection refused")
            #expect(try await fixture.memory.pendingCount() == 1)
            remote.fail(nil)
            try await fixture.index()
            #expect(try await fixture.memory.indexedCount() == 1)
            #expect(try await fixture.memory.status().models.first?.outage == nil)
        }
    }

    @Test func aRefusedTextBecomesADeadLetterAndHoldsUpNoOther() async throws {
        struct Refused: Error {}
        let embedder = WordEmbedder()
        try await RetrievalFixture.run(embedder) { fixture in
            let (trainer, chat) = try await people(in: fixture)
            for number in 0..<10 { try await fixture.send("text number \(number)", to: chat, by: trainer) }
            let poison = try await fixture.send("poison", to: chat, by: trainer)
            embedder.fail { texts in texts.contains("poison") ? Refused() : nil }
            for _ in 0..<10 {
                try await fixture.index()
                fixture.clock.advance(milliseconds: 3_600_000)
            }
            #expect(try await fixture.memory.indexedCount() == 10)
            let status = try await fixture.memory.status()
            #expect(status.models.first?.waiting == 0 && status.models.first?.ready == true)
            #expect(status.deadLetters.map(\.messageId) == [poison.id])
            #expect(status.deadLetters.first?.attempts == 8)
            #expect(try await fixture.memory.pendingCount() == 0, "nobody waits for it")
            embedder.fail(nil)
            #expect(try await fixture.memory.retryDeadLetters() == 1)
            try await fixture.index()
            #expect(try await fixture.memory.indexedCount() == 11)
            #expect(try await fixture.memory.status().deadLetters.isEmpty)
        }
    }

    @Test func manyOldMessagesAreQueuedBitByBit() async throws {
        let embedder = WordEmbedder()
        try await RetrievalFixture.run([]) { fixture in
            let (trainer, chat) = try await people(in: fixture)
            for number in 0..<1500 { try await fixture.send("text number \(number)", to: chat, by: trainer) }
            // As after an import of a hundred thousand.
            try await fixture.database.write { try MessageFeed.embedding.advance(to: 100_000, on: $0) }
            let fixture = try await fixture.reopened(embedder)
            #expect(try await fixture.memory.indexPending() > 0)
            let queued = try await fixture.database.read { connection in
                try connection.first("SELECT count(*) FROM embedding_queue") { try $0.int(0) } ?? 0
            }
            #expect(queued < 1024)
            #expect(embedder.embedded.first == "text number 1499", "the newest first")
            #expect(try await fixture.memory.status().models.first?.waiting == 1500 - 64)
            try await fixture.index()
            #expect(embedder.embedded.count == 1500 && Set(embedder.embedded).count == 1500)
            #expect(try await fixture.memory.status().models.first?.ready == true)
        }
    }
}

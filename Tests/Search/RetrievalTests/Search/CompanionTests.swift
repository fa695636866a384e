import ContactsTestKit
import Domain
import Embedding
import Messaging
import Retrieval
import SpotterAPI
import Synchronization
import TestSupport
import Testing

/// A second model improves the order of a hybrid search, for all messages or for none.
@Suite struct CompanionTests {
    /// Finds texts alike that begin with the same letter: what the first model can't know.
    private final class FirstLetters: Embedder {
        let model = EmbeddingModel(name: "letters", dimension: 32)
        private let lanes = Mutex<[EmbeddingLane]>([])
        private let isDown = Mutex(false)

        var usedLanes: [EmbeddingLane] { lanes.withLock { $0 } }
        func breakDown(_ isDown: Bool) { self.isDown.withLock { $0 = isDown } }

        func embed(_ texts: [String]) async throws -> [[Float]] { try await embed(texts, in: .queries) }

        func embed(_ texts: [String], in lane: EmbeddingLane) async throws -> [[Float]] {
            lanes.withLock { $0.append(lane) }
            if isDown.withLock({ $0 }) { throw ModelError(.unavailable, "down") }
            return texts.map { text in
                var vector = [Float](repeating: 0.8 / Float(31).squareRoot(), count: 32)
                vector[Int((text.utf8.first ?? 0) % 31)] = 0.6
                let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
                return vector.map { $0 / length }
            }
        }
    }

    private func find(_ text: String, _ fixture: RetrievalFixture, _ user: User, explain: Bool = true) async throws
        -> [SearchResult]
    {
        try await fixture.search.search(SearchQuery(text, explain: explain), for: user.actor).results
    }

    @Test func decidesWhereTheFirstModelCannot() async throws {
        let letters = FirstLetters()
        try await RetrievalFixture.run([WordEmbedder()], companion: letters) { fixture in
            let (sara, tom) = (try await fixture.user("sara", .trainer), try await fixture.user("tom", .trainer))
            let chat = try await fixture.direct(sara, tom)
            for text in ["banana bread", "zebra crossing", "quiet evening"] {
                try await fixture.send(text, to: chat, by: tom)
            }
            try await fixture.index()
            let found = try await find("zinc", fixture, sara)
            #expect(found.first?.text == "zebra crossing")
            #expect((found.first?.explain?.multilingual ?? 0) > 0)
            #expect(letters.usedLanes.contains(.documents) && letters.usedLanes.last == .queries)
        }
    }

    @Test func takesNoPartWhileOneOfTheMessagesHasNoVector() async throws {
        let letters = FirstLetters()
        try await RetrievalFixture.run([WordEmbedder()], companion: letters) { fixture in
            let (sara, tom) = (try await fixture.user("sara", .trainer), try await fixture.user("tom", .trainer))
            let chat = try await fixture.direct(sara, tom)
            try await fixture.send("zebra crossing", to: chat, by: tom)
            try await fixture.index()
            letters.breakDown(true)
            try await fixture.send("zinc tablets", to: chat, by: tom)
            try await fixture.index()
            letters.breakDown(false)
            let found = try await find("zinc", fixture, sara)
            #expect(found.count == 2)
            #expect(found.allSatisfy { $0.explain?.multilingual == nil })
            fixture.clock.advance(milliseconds: 120_000)
            try await fixture.index()
            #expect(try await find("zinc", fixture, sara).allSatisfy { $0.explain?.multilingual != nil })
        }
    }

    @Test func neverAnswersAloneAndNeverStopsASearch() async throws {
        let (words, letters) = (WordEmbedder(), FirstLetters())
        try await RetrievalFixture.run([words], companion: letters) { fixture in
            let (sara, tom) = (try await fixture.user("sara", .trainer), try await fixture.user("tom", .trainer))
            let chat = try await fixture.direct(sara, tom)
            let message = try await fixture.send("zebra crossing", to: chat, by: tom)
            try await fixture.send("zebra crossing again", to: chat, by: tom)
            try await fixture.index()
            letters.breakDown(true)
            let found = try await fixture.search.search(SearchQuery("zebra"), for: sara.actor)
            #expect(found.results.count == 2 && found.degraded == nil && found.mode == .hybrid)
            letters.breakDown(false)
            words.breakDown(true)
            #expect(try await fixture.search.search(SearchQuery("zebra"), for: sara.actor).mode == .text)
            words.breakDown(false)
            let related = try await fixture.search.related(to: message.id, for: sara.actor)
            #expect(related.results.map(\.text) == ["zebra crossing again"])
            #expect((related.results.first?.score ?? 0) < 0.99)
        }
    }

    @Test func deletedTextsLeaveItsIndexToo() async throws {
        try await RetrievalFixture.run([WordEmbedder()], companion: FirstLetters()) { fixture in
            let (sara, tom) = (try await fixture.user("sara", .trainer), try await fixture.user("tom", .trainer))
            let chat = try await fixture.direct(sara, tom)
            let message = try await fixture.send("zebra crossing", to: chat, by: tom)
            try await fixture.index()
            try await fixture.messaging.messages.delete(message.id, in: chat, by: tom.actor)
            #expect(try await find("zinc", fixture, sara).isEmpty)
            #expect(try await fixture.memory.audit(recomputing: true).allSatisfy(\.isClean))
        }
    }

    @Test func whatTheTrainerWroteRanksLower() async throws {
        try await RetrievalFixture.run([WordEmbedder()], companion: FirstLetters()) { fixture in
            let (sara, tom) = (try await fixture.user("sara", .trainer), try await fixture.user("tom", .client))
            _ = try await fixture.messaging.contacts.addClient(tom, by: sara.actor)
            let chat = try await fixture.direct(sara, tom)
            try await fixture.send("zebra crossing", to: chat, by: tom)
            try await fixture.send("zebra crossing two", to: chat, by: sara)
            try await fixture.index()
            let byTrainer = try await find("zebra", fixture, sara)
            #expect(byTrainer.filter { ($0.explain?.own ?? 0) < 0 }.map(\.senderId) == [sara.id])
            #expect(byTrainer.last?.senderId == sara.id)
            #expect(try await find("zebra", fixture, tom).allSatisfy { $0.explain?.own == nil })
        }
    }

    @Test func hybridResultsHaveAConfidence() async throws {
        try await RetrievalFixture.run([WordEmbedder()], companion: FirstLetters()) { fixture in
            let (sara, tom) = (try await fixture.user("sara", .trainer), try await fixture.user("tom", .trainer))
            let chat = try await fixture.direct(sara, tom)
            for text in ["zebra crossing", "quiet evening"] { try await fixture.send(text, to: chat, by: tom) }
            try await fixture.index()
            let found = try await find("zebra crossing", fixture, sara)
            #expect(found.first?.confidence == .high)
            #expect(found.allSatisfy { $0.confidence != nil })
            for mode in [SearchMode.semantic, .text] {
                let other = try await fixture.search.search(SearchQuery("zebra", mode: mode), for: sara.actor)
                #expect(other.results.allSatisfy { $0.confidence == nil })
            }
        }
    }
}

import Domain
import Messaging
import Retrieval
import SpotterAPI
import Testing

@Suite(.timeLimit(.minutes(10))) struct PipelineTests {
    @Test(arguments: [SearchMode.semantic, .hybrid])
    func aMessageIsFoundOnceItIsIndexed(mode: SearchMode) async throws {
        let embedder = WordEmbedder()
        try await World.run(embedder) { world in
            let (trainer, _, chat) = try await people(in: world)
            let message = try await world.send("my xylophone hurts", to: chat, by: trainer)
            #expect(try await world.memory.pendingCount() == 1)
            #expect(try await world.memory.indexedCount() == 0)
            try await world.index()
            #expect(try await world.memory.pendingCount() == 0)
            #expect(try await world.memory.indexedCount() == 1)
            let answer = try await world.search.search(SearchQuery("xylophone", mode: mode), for: trainer.actor)
            #expect(answer.degraded == nil && answer.mode == mode)
            #expect(answer.results.map(\.messageId) == [message.id])
            #expect(answer.results.first?.match == (mode == .semantic ? .semantic : .both))
        }
    }

    /// The queue outlives the process; what is done is not done again.
    @Test func theQueueSurvivesARestart() async throws {
        let embedder = WordEmbedder()
        try await World.run(embedder) { world in
            let (trainer, _, chat) = try await people(in: world)
            let texts = (0..<150).map { "text number \($0)" }
            for text in texts { try await world.send(text, to: chat, by: trainer) }
            #expect(try await world.memory.indexPending() > 0)
            let world = try await world.reopened(embedder)
            try await world.index()
            #expect(embedder.embedded.sorted() == texts.sorted(), "each exactly once")
            #expect(try await world.memory.indexedCount() == 150)
            let again = try await world.reopened(embedder)
            #expect(try await again.memory.indexedCount() == 150)
            try await again.index()
            #expect(embedder.embedded.count == 150)
            #expect(try await again.find(SearchQuery("number 77", mode: .semantic, limit: 1), for: trainer).count == 1)
        }
    }

    /// Behind an import of years, and with a clock that was set back: what is said now is searchable at once.
    @Test func theNewestIsEmbeddedFirst() async throws {
        let embedder = WordEmbedder()
        try await World.run(embedder) { world in
            let (trainer, _, chat) = try await people(in: world)
            for number in 0..<150 { try await world.send("old text \(number)", to: chat, by: trainer) }
            world.clock.set(World.start.adding(seconds: -86_400))
            let world = try await world.reopened(embedder)
            let fresh = try await world.send("my xylophone hurts", to: chat, by: trainer)
            #expect(try await world.memory.indexPending() > 0)
            #expect(try await world.memory.pendingCount() > 0, "one batch, and the backlog still waits")
            #expect(
                try await world.find(SearchQuery("xylophone", mode: .semantic, limit: 1), for: trainer) == [fresh.id]
            )
        }
    }

    @Test func anotherModelStartsAnew() async throws {
        try await World.run(WordEmbedder()) { world in
            let (trainer, _, chat) = try await people(in: world)
            let message = try await world.send("my xylophone hurts", to: chat, by: trainer)
            try await world.index()
            let other = WordEmbedder(name: "other words")
            let world = try await world.reopened(other)
            #expect(try await world.memory.indexedCount() == 0, "vectors of two models are never compared")
            try await world.index()
            #expect(other.embedded == ["my xylophone hurts"])
            #expect(try await world.find(SearchQuery("xylophone", mode: .semantic), for: trainer) == [message.id])
        }
    }

    @Test func failuresAreTriedAgainLater() async throws {
        let embedder = WordEmbedder()
        try await World.run(embedder) { world in
            let (trainer, _, chat) = try await people(in: world)
            let message = try await world.send("my xylophone hurts", to: chat, by: trainer)
            embedder.breakDown(true)
            #expect(try await world.memory.indexPending() == 0)
            #expect(try await world.memory.pendingCount() == 1)
            let degraded = try await world.search.search(SearchQuery("xylophone"), for: trainer.actor)
            #expect(degraded.degraded != nil && degraded.results.map(\.messageId) == [message.id])
            embedder.breakDown(false)
            #expect(try await world.memory.indexPending() == 0, "not before its time")
            world.clock.advance(milliseconds: 3_600_000)
            try await world.index()
            #expect(try await world.memory.indexedCount() == 1)
        }
    }

    @Test func withoutAModelSearchIsLexicalAndSaysSo() async throws {
        try await World.run(nil) { world in
            let (trainer, _, chat) = try await people(in: world)
            let message = try await world.send("my xylophone hurts", to: chat, by: trainer)
            for mode in SearchMode.allCases {
                let answer = try await world.search.search(SearchQuery("xylophones", mode: mode), for: trainer.actor)
                #expect(answer.results.map(\.messageId) == [message.id] && answer.mode == .text)
                #expect((answer.degraded == nil) == (mode == .text))
            }
            let world = try await world.reopened(WordEmbedder())
            try await world.index()
            #expect(try await world.memory.indexedCount() == 1, "weights that come later find everything waiting")
        }
    }

    /// Invariant 8, before the call returns, for meaning and words alike, also while the vector is being made.
    @Test(arguments: [false, true], SearchMode.allCases)
    func goneIsGone(isIndexed: Bool, mode: SearchMode) async throws {
        try await World.run(WordEmbedder()) { world in
            let (trainer, _, chat) = try await people(in: world)
            let edited = try await world.send("my xylophone hurts", to: chat, by: trainer)
            let deleted = try await world.send("the xylophone again", to: chat, by: trainer)
            if isIndexed { try await world.index() }
            _ = try await world.messaging.messages.edit(edited.id, in: chat, to: "fine now", by: trainer.actor)
            try await world.messaging.messages.delete(deleted.id, in: chat, by: trainer.actor)
            #expect(try await world.find(SearchQuery("xylophone", mode: mode), for: trainer) == [])
            try await world.index()
            let found = try await world.search.search(SearchQuery("xylophone", mode: mode), for: trainer.actor)
            #expect(found.results.allSatisfy { $0.text == "fine now" })
            #expect(try await world.memory.indexedCount() == 1)
            #expect(try await world.find(SearchQuery("fine now", mode: mode, limit: 1), for: trainer) == [edited.id])
        }
    }

    private func people(in world: World) async throws -> (trainer: User, client: User, chat: ChatID) {
        let trainer = try await world.user("alex", .trainer)
        let client = try await world.user("sara", .client, of: trainer)
        return (trainer, client, try await world.direct(trainer, client))
    }
}

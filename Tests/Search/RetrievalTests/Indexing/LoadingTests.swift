import Domain
import Foundation
import Messaging
import SpotterAPI
import Storage
import TestSupport
import Testing
import VectorSearch

@testable import Retrieval

/// Vectors in memory, in files and in the database say the same.
@Suite(.standardTimeLimit) struct LoadingTests {
    private func people(in fixture: RetrievalFixture) async throws -> (trainer: User, chats: [ChatID]) {
        let trainer = try await fixture.user("alex", .trainer)
        var chats: [ChatID] = []
        for name in ["sara", "mike", "nina"] {
            chats.append(try await fixture.direct(trainer, try await fixture.user(name, .client, of: trainer)))
        }
        return (trainer, chats)
    }

    private func fill(_ fixture: RetrievalFixture, _ chats: [ChatID], by user: User, _ count: Int) async throws {
        let subjects = ["xylophone", "zebra", "walnut", "harbour", "velvet"]
        for number in 0..<count {
            let text = "\(subjects[number % subjects.count]) number \(number)"
            try await fixture.send(text, to: chats[number % chats.count], by: user)
        }
        try await fixture.index()
    }

    private func answers(_ fixture: RetrievalFixture, _ user: User) async throws -> [[MessageID]] {
        var found: [[MessageID]] = []
        for word in ["xylophone 7", "walnut", "velvet number 40"] {
            found.append(try await fixture.find(SearchQuery(word, mode: .semantic, limit: 50), for: user))
        }
        return found
    }

    private func files(in folder: TemporaryFolder) -> [String] {
        let names = FileManager.default.enumerator(atPath: "\(folder.path)/vectors")?.compactMap { $0 as? String }
        return (names ?? []).filter { $0.hasSuffix(".vectors") }.map { "\(folder.path)/vectors/\($0)" }.sorted()
    }

    @Test func aRestartFindsTheSameFromFilesAndFromTheDatabase() async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (trainer, chats) = try await people(in: fixture)
            try await fill(fixture, chats, by: trainer, 900)
            let expected = try await answers(fixture, trainer)
            #expect(files(in: fixture.folder).isEmpty)
            let fromDatabase = try await fixture.reopened(WordEmbedder())
            #expect(try await answers(fromDatabase, trainer) == expected)
            await fromDatabase.memory.saveCopies()
            #expect(files(in: fixture.folder).count == 3)
            let fromFiles = try await fromDatabase.reopened(WordEmbedder())
            #expect(try await answers(fromFiles, trainer) == expected)
            // What came after a file was written is read from the database.
            let fresh = try await fromFiles.send("xylophone xylophone", to: chats[0], by: trainer)
            try await fromFiles.index()
            let later = try await fromFiles.reopened(WordEmbedder())
            let found = try await later.find(SearchQuery("xylophone", mode: .semantic, limit: 1), for: trainer)
            #expect(found == [fresh.id])
        }
    }

    @Test func whatIsDeletedLeavesTheFilesToo() async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (trainer, chats) = try await people(in: fixture)
            try await fill(fixture, chats, by: trainer, 900)
            _ = try await answers(fixture, trainer)
            await fixture.memory.saveCopies()
            let zebra = SearchQuery("zebra", mode: .semantic, chatId: chats[1], limit: 1)
            let gone = try await fixture.find(zebra, for: trainer)
            try await fixture.messaging.messages.delete(try #require(gone.first), in: chats[1], by: trainer.actor)
            await fixture.memory.indexes.first?.vectors.files?.flush()
            #expect(files(in: fixture.folder).count == 2, "its chat's file went with it")
            #expect(try await fixture.find(zebra, for: trainer) != gone)
            let again = try await fixture.reopened(WordEmbedder())
            #expect(try await again.find(zebra, for: trainer) != gone)
        }
    }

    /// As if the process had died between the commit and the deletion of the file.
    @Test func aFileOfFormerTimesIsNoticed() async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (trainer, chats) = try await people(in: fixture)
            try await fill(fixture, chats, by: trainer, 900)
            _ = try await answers(fixture, trainer)
            await fixture.memory.saveCopies()
            let old = try files(in: fixture.folder).map { ($0, try Data(contentsOf: URL(filePath: $0))) }
            let zebra = SearchQuery("zebra", mode: .semantic, chatId: chats[1], limit: 1)
            let gone = try await fixture.find(zebra, for: trainer)
            try await fixture.messaging.messages.delete(try #require(gone.first), in: chats[1], by: trainer.actor)
            await fixture.memory.indexes.first?.vectors.files?.flush()
            for (path, data) in old { try data.write(to: URL(filePath: path)) }
            let again = try await fixture.reopened(WordEmbedder())
            await again.memory.indexes.first?.vectors.files?.flush()
            #expect(files(in: fixture.folder).count == 2, "the stale one is gone after the start")
            #expect(try await again.find(zebra, for: trainer) != gone)
        }
    }

    @Test func aFlippedBitInAFileIsNoticed() async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (trainer, chats) = try await people(in: fixture)
            try await fill(fixture, chats, by: trainer, 900)
            let expected = try await answers(fixture, trainer)
            await fixture.memory.saveCopies()
            for (number, path) in files(in: fixture.folder).enumerated() {
                var bytes = try Data(contentsOf: URL(filePath: path))
                bytes[[20, 5000, bytes.count - 3][number % 3]] ^= 0x10
                try bytes.write(to: URL(filePath: path))
            }
            let again = try await fixture.reopened(WordEmbedder())
            #expect(try await answers(again, trainer) == expected)
            await again.memory.saveCopies()
            let healed = try await again.reopened(WordEmbedder())
            #expect(try await answers(healed, trainer) == expected)
            #expect(files(in: fixture.folder).count == 3, "written anew")
        }
    }

    @Test func aFlippedBitInTheDatabaseIsMadeAnew() async throws {
        let embedder = WordEmbedder()
        try await RetrievalFixture.run(embedder) { fixture in
            let (trainer, chats) = try await people(in: fixture)
            try await fill(fixture, chats, by: trainer, 30)
            let expected = try await answers(fixture, trainer)
            let victim = try #require(expected.first?.first)
            try await fixture.database.write { connection in
                let bytes = try connection.first("SELECT vector FROM vectors WHERE message_id = $1", victim) {
                    try $0.blob(0)
                }
                var broken = try #require(bytes)
                broken[17] ^= 1
                _ = try connection.execute("UPDATE vectors SET vector = $1 WHERE message_id = $2", broken, victim)
            }
            let again = try await fixture.reopened(embedder)
            let before = embedder.embedded.count
            #expect(try await answers(again, trainer).first?.contains(victim) == false, "never by a wrong vector")
            let queries = embedder.embedded.count - before
            try await again.index()
            #expect(embedder.embedded.count == before + queries + 1, "that one message, and no other")
            #expect(try await answers(again, trainer) == expected)
        }
    }

    /// With room for a part of the vectors only, searches find the same, bit by bit.
    @Test func memoryIsBounded() async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (trainer, chats) = try await people(in: fixture)
            try await fill(fixture, chats, by: trainer, 900)
            let expected = try await answers(fixture, trainer)
            var memory = MessageIndexer.Configuration()
            memory.folder = "\(fixture.folder.path)/vectors"
            memory.memoryLimit = 300_000
            let small = try await fixture.reopened([WordEmbedder()], memory: memory)
            for _ in 0..<2 { #expect(try await answers(small, trainer) == expected) }
            let vectors = try #require(small.memory.indexes.first?.vectors)
            #expect(vectors.bytes <= 300_000 && vectors.bytes > 0)
            #expect(vectors.index.count < 900)
            try await small.send("velvet number 40", to: chats[2], by: trainer, id: "again")
            try await small.index()
            #expect(try await answers(small, trainer)[2].count == 50)
        }
    }

    /// Searches that load, writes and limits, all at once: what has been written is found.
    @Test func loadingAndWritingDoNotLoseEachOther() async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (trainer, chats) = try await people(in: fixture)
            try await fill(fixture, chats, by: trainer, 300)
            var memory = MessageIndexer.Configuration()
            memory.memoryLimit = 100_000
            let small = try await fixture.reopened([WordEmbedder()], memory: memory)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for searcher in 0..<3 {
                    group.addTask {
                        for number in 0..<40 {
                            let query = SearchQuery("zebra \(number)", mode: .semantic, chatId: chats[searcher])
                            _ = try await small.find(query, for: trainer)
                        }
                    }
                }
                group.addTask {
                    for number in 0..<60 {
                        let message = try await small.send("fresh \(number)", to: chats[number % 3], by: trainer)
                        try await small.index()
                        if number.isMultiple(of: 3) {
                            try await small.messaging.messages.delete(message.id, in: chats[0], by: trainer.actor)
                        }
                    }
                }
                try await group.waitForAll()
            }
            for number in 0..<60 {
                let query = SearchQuery("fresh \(number)", mode: .semantic, chatId: chats[number % 3], limit: 1)
                let found = try await small.search.search(query, for: trainer.actor).results.first?.text
                #expect((found == "fresh \(number)") == !number.isMultiple(of: 3))
            }
        }
    }

    /// A long text is found by what stands at its end, once.
    @Test func windowsOfALongText() async throws {
        let embedder = WordEmbedder(maxTextLength: 40)
        try await RetrievalFixture.run(embedder) { fixture in
            let (trainer, chats) = try await people(in: fixture)
            let filler = (0..<30).map { "filler\($0)" }.joined(separator: " ")
            let long = try await fixture.send("\(filler) xylophone solo", to: chats[0], by: trainer, id: "long")
            try await fixture.send("zebra crossing", to: chats[0], by: trainer)
            try await fixture.index()
            for _ in 0..<2 {
                let found = try await fixture.find(SearchQuery("xylophone solo", mode: .semantic), for: trainer)
                #expect(found.first == long.id)
                #expect(Set(found).count == found.count)
            }
            #expect(try await fixture.memory.indexedCount() > 2)
            let again = try await fixture.reopened(embedder)
            #expect(
                try await again.find(SearchQuery("xylophone solo", mode: .semantic, limit: 1), for: trainer)
                    == [long.id]
            )
            _ = try await again.messaging.messages.edit(long.id, in: chats[0], to: "short now", by: trainer.actor)
            try await again.index()
            #expect(try await again.memory.indexedCount() == 2)
        }
    }
}

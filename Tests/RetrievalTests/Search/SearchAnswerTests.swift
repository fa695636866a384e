import Domain
import Messaging
import SpotterAPI
import Testing

@testable import Retrieval

@Suite(.timeLimit(.minutes(10))) struct SearchAnswerTests {
    /// The words of a query are marked where they stand, stems and accents folded, counted as JavaScript counts.
    @Test(arguments: [SearchMode.text, .hybrid])
    func matchedWordsAreMarked(mode: SearchMode) async throws {
        try await World.run(WordEmbedder()) { world in
            let (alex, _, chat) = try await world.pair()
            let text = "😀 Running with José: he runs, I jog"
            try await world.send(text, to: chat, by: alex)
            try await world.index()
            let answer = try await world.search.search(SearchQuery("run jose", mode: mode), for: alex.actor)
            let result = try #require(answer.results.first)
            let units = Array(text.utf16)
            let marked = result.highlights.map { mark in
                String(decoding: units[mark.start..<mark.start + mark.length], as: UTF16.self)
            }
            #expect(marked == ["Running", "José", "runs"] && result.highlights.allSatisfy { $0.kind == .word })
        }
    }

    /// A long message has a vector of each sentence; the one that was meant is marked where no word was.
    @Test func theSentenceThatWasMeantIsMarked() async throws {
        try await World.run(WordEmbedder()) { world in
            let (alex, _, chat) = try await world.pair()
            let sentence = "The xylophone is green and loud."
            let text =
                "We met in the morning and had coffee together with cake. \(sentence) Afterwards all of us walked home again."
            try await world.send(text, to: chat, by: alex, id: "long")
            try await world.index()
            let query = SearchQuery("the xylophone is green and loud", mode: .semantic)
            let answer = try await world.search.search(query, for: alex.actor)
            let result = try #require(answer.results.first)
            #expect(result.score > 0.95, "as near as the sentence alone")
            let mark = try #require(result.highlights.first)
            let units = Array(text.utf16)
            #expect(mark.kind == .passage)
            #expect(String(decoding: units[mark.start..<mark.start + mark.length], as: UTF16.self) == sentence)
        }
    }

    @Test func explanationsOnlyOnRequest() async throws {
        try await World.run(WordEmbedder()) { world in
            let (alex, sara, chat) = try await world.pair()
            try await world.send("bananas", to: chat, by: sara)
            try await world.index()
            let plain = try await world.search.search(SearchQuery("bananas"), for: alex.actor)
            #expect(plain.results.first?.explain == nil && plain.understood == nil)
            let explained = try await world.search.search(SearchQuery("bananas", explain: true), for: alex.actor)
            let parts = try #require(explained.results.first?.explain)
            #expect(abs(parts.total - (explained.results.first?.score ?? 0)) < 1e-9)
            #expect(explained.understood?.text == "bananas" && explained.understood?.note == nil)
            let named = try await world.search.search(SearchQuery("bananas of Sara"), for: alex.actor)
            #expect(named.understood?.people.map(\.userId) == [sara.id])
        }
    }

    /// A time in the query is a filter, unless nothing was said then.
    @Test func timesNarrow() async throws {
        try await World.run(WordEmbedder()) { world in
            let (alex, _, chat) = try await world.pair()
            let old = try await world.send("bananas of old", to: chat, by: alex)
            world.clock.advance(milliseconds: 3 * 86_400_000)
            let new = try await world.send("bananas of late", to: chat, by: alex)
            try await world.index()
            let today = try await world.search.search(SearchQuery("bananas today"), for: alex.actor)
            #expect(today.results.map(\.messageId) == [new.id])
            #expect(today.understood?.since != nil && today.understood?.note == nil)
            let before = try await world.search.search(SearchQuery("bananas last year"), for: alex.actor)
            #expect(Set(before.results.map(\.messageId)) == [old.id, new.id])
            #expect(before.understood?.since == nil && before.understood?.note != nil)
            for mode in [SearchMode.semantic, .text] {
                let found = try await world.find(SearchQuery("bananas today", mode: mode), for: alex)
                #expect(Set(found) == [old.id, new.id], "other modes take words as they are")
            }
        }
    }

    @Test(arguments: SearchMode.allCases)
    func severalChatsAndSenders(mode: SearchMode) async throws {
        try await World.run(WordEmbedder()) { world in
            let alex = try await world.user("alex", .trainer)
            var chats: [ChatID] = []
            var clients: [User] = []
            for name in ["sara", "mike", "zoe"] {
                clients.append(try await world.user(name, .client, of: alex))
                chats.append(try await world.direct(alex, clients[clients.count - 1]))
            }
            var sent: [Message] = []
            for (chat, client) in zip(chats, clients) {
                sent.append(try await world.send("bananas for \(client.displayName)", to: chat, by: alex))
                sent.append(try await world.send("bananas from \(client.displayName)", to: chat, by: client))
            }
            try await world.index()
            var query = SearchQuery("bananas", mode: mode, limit: 50)
            query.chatIds = [chats[0], chats[2]]
            #expect(try await Set(world.find(query, for: alex)) == Set(sent.filter { $0.chatId != chats[1] }.map(\.id)))
            query.senderIds = [clients[0].id, clients[1].id]
            #expect(try await world.find(query, for: alex) == [sent[1].id])
            let error = await #expect(throws: SpotterError.self) { try await world.find(query, for: clients[0]) }
            #expect(error == .notAMember, "one foreign chat among one's own is one too many")
        }
    }

    @Test(arguments: [true, false])
    func relatedMessages(isIndexed: Bool) async throws {
        try await World.run(WordEmbedder()) { world in
            let (alex, sara, chat) = try await world.pair()
            let mike = try await world.user("mike", .client, of: alex)
            let other = try await world.direct(alex, mike)
            let message = try await world.send("my left ankle hurts", to: chat, by: sara)
            let near = try await world.send("the ankle hurts again", to: chat, by: sara)
            let foreign = try await world.send("my left ankle hurts too", to: other, by: mike)
            try await world.send("see you tomorrow", to: chat, by: alex)
            if isIndexed { try await world.index() }
            let forSara = try await world.search.related(to: message.id, for: sara.actor)
            #expect(forSara.results.first?.messageId == near.id && (forSara.degraded == nil) == isIndexed)
            #expect(!forSara.results.contains { $0.messageId == message.id || $0.messageId == foreign.id })
            let forAlex = try await world.search.related(to: message.id, for: alex.actor, limit: 1)
            #expect(forAlex.results.map(\.messageId) == [foreign.id])
            let errors: [(MessageID, User)] = [(message.id, mike), (MessageID(high: 1, low: 1), alex)]
            for (id, user) in errors {
                let error = await #expect(throws: SpotterError.self) {
                    try await world.search.related(to: id, for: user.actor)
                }
                #expect(error == .notFound("message"), "as if there were none")
            }
            try await world.messaging.messages.delete(near.id, in: chat, by: sara.actor)
            #expect(
                try await !world.search.related(to: message.id, for: sara.actor).results.contains {
                    $0.messageId == near.id
                }
            )
        }
    }
}

extension World {
    func pair() async throws -> (trainer: User, client: User, chat: ChatID) {
        let trainer = try await user("alex", .trainer)
        let client = try await user("sara", .client, of: trainer)
        return (trainer, client, try await direct(trainer, client))
    }
}

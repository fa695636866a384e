import Domain
import Messaging
import SpotterAPI
import TestSupport
import Testing

@testable import Retrieval

@Suite(.standardTimeLimit) struct SearchAnswerTests {
    /// The words of a query are marked where they stand, stems and accents folded, counted as JavaScript counts.
    @Test(arguments: [SearchMode.text, .hybrid])
    func matchedWordsAreMarked(mode: SearchMode) async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (alex, _, chat) = try await fixture.pair()
            let text = "😀 Running with José: he runs, I jog"
            try await fixture.send(text, to: chat, by: alex)
            try await fixture.index()
            let answer = try await fixture.search.search(SearchQuery("run jose", mode: mode), for: alex.actor)
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
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (alex, _, chat) = try await fixture.pair()
            let sentence = "The xylophone is green and loud."
            let text =
                "We met in the morning and had coffee together with cake. \(sentence) Afterwards all of us walked home again."
            try await fixture.send(text, to: chat, by: alex, id: "long")
            try await fixture.index()
            let query = SearchQuery("the xylophone is green and loud", mode: .semantic)
            let answer = try await fixture.search.search(query, for: alex.actor)
            let result = try #require(answer.results.first)
            #expect(result.score > 0.95, "as near as the sentence alone")
            let mark = try #require(result.highlights.first)
            let units = Array(text.utf16)
            #expect(mark.kind == .passage)
            #expect(String(decoding: units[mark.start..<mark.start + mark.length], as: UTF16.self) == sentence)
        }
    }

    @Test func explanationsOnlyOnRequest() async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (alex, sara, chat) = try await fixture.pair()
            try await fixture.send("bananas", to: chat, by: sara)
            try await fixture.index()
            let plain = try await fixture.search.search(SearchQuery("bananas"), for: alex.actor)
            #expect(plain.results.first?.explain == nil && plain.understood == nil)
            let explained = try await fixture.search.search(SearchQuery("bananas", explain: true), for: alex.actor)
            let parts = try #require(explained.results.first?.explain)
            #expect(abs(parts.total - (explained.results.first?.score ?? 0)) < 1e-9)
            #expect(explained.understood?.text == "bananas" && explained.understood?.note == nil)
            let named = try await fixture.search.search(SearchQuery("bananas of Sara"), for: alex.actor)
            #expect(named.understood?.people.map(\.userId) == [sara.id])
        }
    }

    /// A time in the query is a filter, unless nothing was said then.
    @Test func aTimeInTheQueryNarrowsTheResults() async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (alex, _, chat) = try await fixture.pair()
            let old = try await fixture.send("bananas of old", to: chat, by: alex)
            fixture.clock.advance(milliseconds: 3 * 86_400_000)
            let new = try await fixture.send("bananas of late", to: chat, by: alex)
            try await fixture.index()
            let today = try await fixture.search.search(SearchQuery("bananas today"), for: alex.actor)
            #expect(today.results.map(\.messageId) == [new.id])
            #expect(today.understood?.since != nil && today.understood?.note == nil)
            let before = try await fixture.search.search(SearchQuery("bananas last year"), for: alex.actor)
            #expect(Set(before.results.map(\.messageId)) == [old.id, new.id])
            #expect(before.understood?.since == nil && before.understood?.note != nil)
            for mode in [SearchMode.semantic, .text] {
                let found = try await fixture.find(SearchQuery("bananas today", mode: mode), for: alex)
                #expect(Set(found) == [old.id, new.id], "other modes take words as they are")
            }
        }
    }

    @Test(arguments: SearchMode.allCases)
    func severalChatsAndSenders(mode: SearchMode) async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let alex = try await fixture.user("alex", .trainer)
            var chats: [ChatID] = []
            var clients: [User] = []
            for name in ["sara", "mike", "zoe"] {
                clients.append(try await fixture.user(name, .client, of: alex))
                chats.append(try await fixture.direct(alex, clients[clients.count - 1]))
            }
            var sent: [Message] = []
            for (chat, client) in zip(chats, clients) {
                sent.append(try await fixture.send("bananas for \(client.displayName)", to: chat, by: alex))
                sent.append(try await fixture.send("bananas from \(client.displayName)", to: chat, by: client))
            }
            try await fixture.index()
            var query = SearchQuery("bananas", mode: mode, limit: 50)
            query.chatIds = [chats[0], chats[2]]
            #expect(
                try await Set(fixture.find(query, for: alex)) == Set(sent.filter { $0.chatId != chats[1] }.map(\.id))
            )
            query.senderIds = [clients[0].id, clients[1].id]
            #expect(try await fixture.find(query, for: alex) == [sent[1].id])
            let error = await #expect(throws: SpotterError.self) { try await fixture.find(query, for: clients[0]) }
            #expect(error == .notAMember, "one foreign chat among one's own is one too many")
        }
    }

    @Test(arguments: [true, false])
    func relatedMessagesAreOfVisibleChats(isIndexed: Bool) async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (alex, sara, chat) = try await fixture.pair()
            let mike = try await fixture.user("mike", .client, of: alex)
            let other = try await fixture.direct(alex, mike)
            let message = try await fixture.send("my left ankle hurts", to: chat, by: sara)
            let near = try await fixture.send("the ankle hurts again", to: chat, by: sara)
            let foreign = try await fixture.send("my left ankle hurts too", to: other, by: mike)
            try await fixture.send("see you tomorrow", to: chat, by: alex)
            if isIndexed { try await fixture.index() }
            let forSara = try await fixture.search.related(to: message.id, for: sara.actor)
            #expect(forSara.results.first?.messageId == near.id && (forSara.degraded == nil) == isIndexed)
            #expect(!forSara.results.contains { $0.messageId == message.id || $0.messageId == foreign.id })
            let forAlex = try await fixture.search.related(to: message.id, for: alex.actor, limit: 1)
            #expect(forAlex.results.map(\.messageId) == [foreign.id])
            let errors: [(MessageID, User)] = [(message.id, mike), (MessageID(high: 1, low: 1), alex)]
            for (id, user) in errors {
                let error = await #expect(throws: SpotterError.self) {
                    try await fixture.search.related(to: id, for: user.actor)
                }
                #expect(error == .notFound("message"), "as if there were none")
            }
            try await fixture.messaging.messages.delete(near.id, in: chat, by: sara.actor)
            #expect(
                try await !fixture.search.related(to: message.id, for: sara.actor).results.contains {
                    $0.messageId == near.id
                }
            )
        }
    }
}

extension RetrievalFixture {
    func pair() async throws -> (trainer: User, client: User, chat: ChatID) {
        let trainer = try await user("alex", .trainer)
        let client = try await user("sara", .client, of: trainer)
        return (trainer, client, try await direct(trainer, client))
    }
}

import Domain
import SpotterAPI
import TestSupport
import Testing

@testable import Retrieval

@Suite(.standardTimeLimit) struct NarrowFilterTests {
    /// Among many messages, those that pass a narrow filter are listed instead of looked for among the nearest: with the
    /// same results, and without reading nearly all messages one by one.
    @Test(arguments: [SearchMode.hybrid, .semantic], [true, false])
    func listingFindsTheSame(mode: SearchMode, isInOneChat: Bool) async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (alex, sara, chat) = try await fixture.pair()
            for number in 0..<60 {
                let word = ["xylophone", "zebra", "walnut"][number % 3]
                try await fixture.send("\(word) \(number)", to: chat, by: number % 20 == 7 ? sara : alex)
            }
            try await fixture.index()
            var listing = RankingOptions()
            listing.manyMessages = 0
            for text in ["zebra", "xylophone last week", "something else"] {
                var query = SearchQuery(text, mode: mode)
                query.senderId = sara.id
                if isInOneChat { query.chatId = chat }
                let expected = try await fixture.search.search(query, for: alex.actor, options: RankingOptions())
                let found = try await fixture.search.search(query, for: alex.actor, options: listing)
                #expect(found.results.map(\.messageId) == expected.results.map(\.messageId), "\(text)")
                #expect(expected.results.count == 3 && expected.results.allSatisfy { $0.senderId == sara.id })
                query.senderId = nil
                query.until = Timestamp.earliest.adding(seconds: 1)
                #expect(try await fixture.search.search(query, for: alex.actor, options: listing).results.isEmpty)
            }
        }
    }
}

import Domain
import Messaging
import SpotterAPI
import TestSupport
import Testing

@testable import Retrieval

@Suite(.standardTimeLimit) struct PagingTests {
    /// All results, page by page.
    private func pages(
        of query: SearchQuery,
        in fixture: RetrievalFixture,
        for user: User,
        between: (Int) async throws -> Void = { _ in }
    ) async throws -> [MessageID] {
        var query = query
        var found: [MessageID] = []
        for number in 0..<50 {
            let answer = try await fixture.search.search(query, for: user.actor)
            #expect(answer.results.count <= query.limit)
            found += answer.results.map(\.messageId)
            guard let next = answer.nextCursor else { return found }
            query.cursor = next
            try await between(number)
        }
        Issue.record("there's no end")
        return found
    }

    @Test(arguments: SearchMode.allCases)
    func pagesAreTheWholeInItsOrder(mode: SearchMode) async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (alex, _, chat) = try await fixture.pair()
            for number in 0..<45 { try await fixture.send("bananas number \(number)", to: chat, by: alex) }
            try await fixture.index()
            let whole = try await fixture.find(SearchQuery("bananas", mode: mode, limit: 50), for: alex)
            let paged = try await pages(of: SearchQuery("bananas", mode: mode, limit: 10), in: fixture, for: alex)
            #expect(whole.count == 45 && paged == whole)
        }
    }

    /// New messages don't move what was there; what is deleted is gone, and nothing else is left out for it. (In a hybrid
    /// order a deletion changes the context of its neighbours, and with it their places.)
    @Test(arguments: SearchMode.allCases)
    func pagesStandStillWhileOthersWrite(mode: SearchMode) async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (alex, _, chat) = try await fixture.pair()
            var sent: [MessageID] = []
            for number in 0..<30 {
                sent.append(try await fixture.send("bananas number \(number)", to: chat, by: alex).id)
            }
            try await fixture.index()
            var seen: Set<MessageID> = []
            var deleted: Set<MessageID> = []
            var query = SearchQuery("bananas", mode: mode, limit: 7)
            repeat {
                let answer = try await fixture.search.search(query, for: alex.actor)
                for result in answer.results {
                    #expect(sent.contains(result.messageId) && seen.insert(result.messageId).inserted)
                }
                try await fixture.send("bananas bananas \(seen.count)", to: chat, by: alex)
                // One that was shown already goes: the place where the next page begins moves with it.
                if mode != .hybrid, let first = answer.results.first?.messageId, deleted.count < 2 {
                    try await fixture.messaging.messages.delete(first, in: chat, by: alex.actor)
                    deleted.insert(first)
                }
                try await fixture.index()
                query.cursor = answer.nextCursor
            } while query.cursor != nil
            #expect(seen == Set(sent))
        }
    }

    @Test func aCursorBelongsToItsQuery() async throws {
        try await RetrievalFixture.run(WordEmbedder()) { fixture in
            let (alex, _, chat) = try await fixture.pair()
            for number in 0..<5 { try await fixture.send("bananas \(number)", to: chat, by: alex) }
            try await fixture.index()
            let answer = try await fixture.search.search(SearchQuery("bananas", limit: 2), for: alex.actor)
            let cursor = try #require(answer.nextCursor)
            for query in [
                SearchQuery("apples", cursor: cursor), SearchQuery("bananas", mode: .text, cursor: cursor),
                SearchQuery("bananas", chatId: chat, cursor: cursor), SearchQuery("bananas", cursor: "nonsense"),
                SearchQuery("bananas", cursor: ""), SearchQuery("bananas", cursor: cursor + "A"),
            ] {
                let error = await #expect(throws: SpotterError.self) {
                    try await fixture.search.search(query, for: alex.actor)
                }
                #expect(error?.code == .invalidRequest)
            }
            let last = try await fixture.search.search(SearchQuery("bananas", limit: 5), for: alex.actor)
            #expect(last.nextCursor == nil)
        }
    }
}

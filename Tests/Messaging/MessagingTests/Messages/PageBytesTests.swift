import Domain
import MessagingTestKit
import SpotterAPI
import Testing

@testable import Messaging

/// Answers are bounded in bytes, and still nothing is missed.
@Suite struct PageBytesTests {
    /// 40 000 bytes, the longest that a message may have.
    private static let long = String(repeating: "😀", count: 10_000)

    private func bytes(_ messages: [Message]) -> Int {
        ServerFrames.page(MessagePage(messages: messages, hasMore: true)).count
    }

    @Test func pagesOfLongMessagesAreShorter() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            for number in 1...60 { try await fixture.send(Self.long, "\(number)", to: chat, by: trainer) }
            let chats = fixture.services.chats
            var seen: [Int64] = []
            var before: Int64?
            while true {
                let page = try await chats.history(of: chat, before: before, limit: 200, for: client.actor)
                #expect(bytes(page.messages) <= PageBytes.max)
                seen = page.messages.map(\.seq) + seen
                before = page.messages.first?.seq
                guard page.hasMore else { break }
            }
            #expect(seen == Array(1...60))
            seen = []
            while true {
                let page = try await chats.history(of: chat, after: seen.last ?? 0, limit: 200, for: client.actor)
                #expect(bytes(page.messages) <= PageBytes.max)
                seen += page.messages.map(\.seq)
                guard page.hasMore else { break }
            }
            #expect(seen == Array(1...60))
        }
    }

    @Test func escapesCount() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            let text = "x" + String(repeating: "\u{1}", count: 9999)
            for number in 1...30 { try await fixture.send(text, "\(number)", to: chat, by: trainer) }
            let page = try await fixture.services.chats.history(of: chat, limit: 200, for: client.actor)
            #expect(page.hasMore && bytes(page.messages) <= PageBytes.max)
        }
    }

    @Test func aGapOfLongMessagesIsResynced() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            for number in 1...30 { try await fixture.send(Self.long, "\(number)", to: chat, by: trainer) }
            let all = try await fixture.services.sync.gaps(since: [chat: 0], for: client.actor)[0]
            #expect(all.resync && all.events.isEmpty && all.seq == 30)
            let part = try await fixture.services.sync.gaps(since: [chat: 10], for: client.actor)[0]
            #expect(!part.resync && part.events.map(\.seq) == Array(11...30))
        }
    }
}

import MessagingTestKit
import Storage
import Testing

@testable import Messaging

@Suite struct MessageFeedTests {
    @Test func partsFollowOneAnother() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, _) = try await fixture.pair()
            let feed = MessageFeed.automatic
            func next(_ limit: Int) async throws -> MessageFeed.Part? {
                try await fixture.database.read { try feed.next(limit, on: $0) }
            }
            #expect(try await next(2) == nil)
            for number in 1...5 { try await fixture.send("\(number)", "\(number)", to: chat, by: trainer) }
            let numbers = try await fixture.database.read { connection in
                try connection.query("SELECT num FROM message_rows ORDER BY num") { try $0.int(0) }
            }
            #expect(try await next(2) == .init(start: numbers[0] - 1, end: numbers[1], hasMore: true))
            try await fixture.database.write { try feed.advance(to: numbers[1], on: $0) }
            #expect(try await next(10) == .init(start: numbers[2] - 1, end: numbers[4], hasMore: false))
            try await fixture.database.write { try feed.advance(to: numbers[4], on: $0) }
            #expect(try await next(10) == nil)
        }
    }
}

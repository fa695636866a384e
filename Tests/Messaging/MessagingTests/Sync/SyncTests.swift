import Domain
import MessagingTestKit
import SpotterAPI
import Testing

@testable import Messaging

/// Invariant 4: no silent gap.
@Suite struct SyncTests {
    @Test func givesExactlyWhatWasMissed() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            for number in 1...6 { try await fixture.send("\(number)", "\(number)", to: chat, by: trainer) }
            for seen in Int64(0)...6 {
                let gap = try await fixture.services.sync.gaps(since: [chat: seen], for: client.actor)[0]
                #expect(gap.events.map(\.seq) == Array(1...6).filter { $0 > seen } && !gap.resync && !gap.gone)
                #expect(gap.seq == 6 && gap.unread == 6)
            }
        }
    }

    @Test(arguments: [(-1, true), (Int64.min, true), (3, true), (Int64.max, true), (2, false)] as [(Int64, Bool)])
    func resyncsWhatWasNeverOurs(position: Int64, resync: Bool) async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            for number in 1...2 { try await fixture.send("\(number)", "\(number)", to: chat, by: trainer) }
            let gap = try await fixture.services.sync.gaps(since: [chat: position], for: client.actor)[0]
            #expect(gap.resync == resync && gap.events.isEmpty)
        }
    }

    @Test func resyncsWhatIsTooLong() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, trainer, client) = try await fixture.pair()
            try await withThrowingTaskGroup { group in
                for number in 0...Sync.maxReplayedGap {
                    group.addTask { try await fixture.send("x", "\(number)", to: chat, by: trainer) }
                }
                try await group.waitForAll()
            }
            let whole = try await fixture.services.sync.gaps(since: [:], for: client.actor)[0]
            #expect(whole.resync && whole.events.isEmpty && whole.seq == Int64(Sync.maxReplayedGap) + 1)
            let longest = try await fixture.services.sync.gaps(since: [chat: 1], for: client.actor)[0]
            #expect(!longest.resync && longest.events.map(\.seq) == Array(2...Int64(Sync.maxReplayedGap) + 1))
        }
    }

    /// Whoever asks for thousands of made-up chats costs no more than somebody who has left a hundred.
    @Test func fewOfMadeUpChatsAreAnswered() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, _, client) = try await fixture.pair()
            var positions: [ChatID: Int64] = [chat: 0]
            for number in 0..<3_000 { positions[ChatID(high: 9, low: UInt64(number))] = 1 }
            let gaps = try await fixture.services.sync.gaps(since: positions, for: client.actor)
            #expect(gaps.count(where: \.gone) == Sync.maxGone)
            #expect(gaps.filter { !$0.gone }.map(\.chatId) == [chat])
        }
    }

    @Test func foreignAndMissingChatsAreGone() async throws {
        try await MessagingFixture.run { fixture in
            let (chat, _, _) = try await fixture.pair()
            let stranger = try await fixture.user("stranger", .client)
            let nowhere = ChatID(high: 1, low: 1)
            let gaps = try await fixture.services.sync.gaps(since: [chat: 0, nowhere: 5], for: stranger.actor)
            #expect(Set(gaps.map(\.chatId)) == [chat, nowhere])
            #expect(gaps.allSatisfy { $0.gone && $0.seq == 0 && $0.events.isEmpty && $0.unread == 0 })
        }
    }
}

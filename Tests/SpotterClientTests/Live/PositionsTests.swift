import Domain
import SpotterAPI
import Testing

@testable import SpotterClient

@Suite struct PositionsTests {
    private let chat: ChatID = Fixture.id(10)

    private func take(_ positions: inout Positions, _ seq: Int64) -> [Int64] {
        positions.take(Fixture.created(seq: seq), chat: chat, seq: seq).compactMap {
            if case .chat(let event) = $0 { event.seq } else { nil }
        }
    }

    /// Whatever order and repetitions the events of one chat come in, each is delivered once and in order.
    @Test(arguments: [
        [1, 2, 3, 4], [4, 3, 2, 1], [1, 1, 2, 2, 4, 3, 3, 4], [2, 4, 1, 3], [3, 1, 3, 2, 2, 4],
    ]) func deliversOnceAndInOrder(arrivals: [Int64]) {
        var positions = Positions([chat: 0])
        let delivered = arrivals.flatMap { take(&positions, $0) }
        #expect(delivered == [1, 2, 3, 4])
        #expect(!positions.hasHole(chat))
        #expect(positions.seen == [chat: 4])
    }

    @Test func showsAHoleUntilItIsFilled() {
        var positions = Positions([chat: 5])
        #expect(take(&positions, 7) == [])
        #expect(positions.chatsWithHoles == [chat])
        #expect(positions.seen == [chat: 5], "a hello must ask for what's missing")
        positions.dropEarly()
        #expect(!positions.hasHole(chat))
        #expect(take(&positions, 6) == [6])
        #expect(take(&positions, 7) == [7])
    }

    @Test func anUnknownChatBeginsWithItsFirstEvent() {
        var positions = Positions([:])
        #expect(take(&positions, 40) == [40])
        #expect(take(&positions, 41) == [41])
    }

    @Test func theLargestPositionDoesNotOverflow() {
        var positions = Positions([chat: .max - 1])
        #expect(take(&positions, .max) == [.max])
        #expect(take(&positions, .min) == [])
    }

    /// The value that the server's own definition gives: sha256("<id>:4") begins so.
    @Test func digestIsThatOfTheServer() {
        #expect(Positions([chat: 4]).digest == "0f3c96994ed86396")
        #expect(Positions([:]).digest == "e3b0c44298fc1c14")
    }
}

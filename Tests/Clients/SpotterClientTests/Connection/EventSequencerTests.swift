import Domain
import SpotterAPI
import Testing

@testable import SpotterClient

@Suite struct EventSequencerTests {
    private let chat: ChatID = Fixture.id(10)

    private func accept(_ sequencer: inout EventSequencer, _ seq: Int64) -> [Int64] {
        sequencer.accept(Fixture.created(seq: seq), chat: chat, seq: seq).compactMap {
            if case .chat(let event) = $0 { event.seq } else { nil }
        }
    }

    /// Whatever order and repetitions the events of one chat come in, each is delivered once and in order.
    @Test(arguments: [
        [1, 2, 3, 4], [4, 3, 2, 1], [1, 1, 2, 2, 4, 3, 3, 4], [2, 4, 1, 3], [3, 1, 3, 2, 2, 4],
    ]) func deliversOnceAndInOrder(arrivals: [Int64]) {
        var sequencer = EventSequencer([chat: 0])
        let delivered = arrivals.flatMap { accept(&sequencer, $0) }
        #expect(delivered == [1, 2, 3, 4])
        #expect(!sequencer.hasGap(chat))
        #expect(sequencer.positions == [chat: 4])
    }

    @Test func showsAHoleUntilItIsFilled() {
        var sequencer = EventSequencer([chat: 5])
        #expect(accept(&sequencer, 7) == [])
        #expect(sequencer.chatsWithGaps == [chat])
        #expect(sequencer.positions == [chat: 5], "a hello must ask for what's missing")
        sequencer.discardOutOfOrder()
        #expect(!sequencer.hasGap(chat))
        #expect(accept(&sequencer, 6) == [6])
        #expect(accept(&sequencer, 7) == [7])
    }

    @Test func anUnknownChatBeginsWithItsFirstEvent() {
        var sequencer = EventSequencer([:])
        #expect(accept(&sequencer, 40) == [40])
        #expect(accept(&sequencer, 41) == [41])
    }

    @Test func theLargestPositionDoesNotOverflow() {
        var sequencer = EventSequencer([chat: .max - 1])
        #expect(accept(&sequencer, .max) == [.max])
        #expect(accept(&sequencer, .min) == [])
    }

    /// The value that the server's own definition gives: sha256("<id>:4") begins so.
    @Test func digestIsThatOfTheServer() {
        #expect(EventSequencer([chat: 4]).digest == "0f3c96994ed86396")
        #expect(EventSequencer([:]).digest == "e3b0c44298fc1c14")
    }
}

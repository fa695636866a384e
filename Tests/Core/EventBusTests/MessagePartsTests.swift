import TestSupport
import Testing

@testable import EventBus

@Suite struct MessagePartsTests {
    private func cut(_ parts: MessageParts, _ message: [UInt8], number: UInt64) -> [String] {
        parts.cut(message, number: number, maxBytes: 7900)
    }

    /// Texts of any length, with characters of one to four bytes, come back as they were.
    @Test(arguments: [0, 1, 7899, 7900, 7901, 7903, 23_700, 100_001]) func everyLengthComesBack(length: Int) {
        var random = SeededRandom(seed: UInt64(length))
        let text = String((0..<length).map { _ in "aé€💪 ".randomElement(using: &random) ?? "a" })
        let parts = cut(MessageParts(sender: .max), Array(text.utf8), number: .max)
        #expect(parts.allSatisfy { $0.utf8.count < 8000 })
        var joining = MessageParts.Joining()
        let joined = parts.compactMap { joining.add($0) }
        #expect(joined == [Array(text.utf8)])
    }

    @Test func partsOfSeveralSendersDoNotMix() {
        let long = { (letter: Character) in Array(String(repeating: letter, count: 20_000).utf8) }
        let one = cut(MessageParts(sender: 1), long("a"), number: 5)
        let two = cut(MessageParts(sender: 2), long("b"), number: 5)
        var joining = MessageParts.Joining()
        let mixed = zip(one, two).flatMap { [$0, $1] }
        #expect(mixed.compactMap { joining.add($0) } == [long("a"), long("b")])
    }

    /// What isn't complete is dropped, and so is what isn't a part at all.
    @Test func whatIsIncompleteIsDropped() {
        let parts = MessageParts(sender: 1)
        let (first, second) = (Array(repeating: UInt8(97), count: 20_000), Array(repeating: UInt8(98), count: 20_000))
        var joining = MessageParts.Joining()
        let received = cut(parts, first, number: 1).dropLast() + cut(parts, second, number: 2)
        #expect(received.compactMap { joining.add($0) } == [second])
        #expect(cut(parts, first, number: 3).dropFirst().compactMap { joining.add($0) } == [])
        for text in ["", " ", "1 2 3", "1 2 x 3 y", "1 2 -1 3 y", "1 2 5 3 y", "💪"] {
            #expect(joining.add(text) == nil, "\(text)")
        }
    }
}

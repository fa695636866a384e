import Domain
import Testing

@testable import Messaging

@Suite struct TokenHintsTests {
    private func hash(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }
    private let holder = TokenHints.Holder(user: UserID(high: 1, low: 1), session: SessionID(high: 2, low: 2))

    @Test func remembersTheLatest() {
        let hints = TokenHints(most: 4)
        for number in 0..<UInt8(7) { hints.note(hash(number), holder) }
        #expect(hints.holder(of: hash(6)) == holder)
        #expect(hints.holder(of: hash(4)) == holder)
        #expect(hints.holder(of: hash(0)) == nil)
    }

    @Test func knowsNothingOfOthers() {
        let hints = TokenHints()
        hints.note(hash(1), holder)
        #expect(hints.holder(of: hash(2)) == nil)
    }
}

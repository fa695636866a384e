import Domain
import Foundation
import TestSupport
import Testing

@Suite struct IDTests {
    @Test func printsAndParses() throws {
        var random = SeededRandom(seed: 1)
        for _ in 0..<500 {
            let id = UserID(high: random.next(), low: random.next())
            #expect(UserID(id.description) == id)
            #expect(UserID(id.description.uppercased()) == id)
            #expect(UserID(bytes: id.bytes) == id)
            #expect(UUID(uuidString: id.description)?.uuidString.lowercased() == id.description)
        }
        let ids = (0..<200).map { _ in UserID(high: random.next() % 3, low: random.next()) }
        #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted(), "text sorts as ids do")
    }

    @Test(arguments: [
        "", "0", "018f0000-0000-7000-8000-00000000000", "018f0000-0000-7000-8000-0000000000000",
        "018f00000000-0000-7000-8000-00000000", "g18f0000-0000-7000-8000-000000000000",
        "018f0000_0000-7000-8000-000000000000", "018f0000-0000-7000-8000-00000000000é",
        " 18f0000-0000-7000-8000-000000000000",
    ])
    func garbageIsNoID(text: String) {
        #expect(UserID(text) == nil)
    }

    @Test func changedTextsNeverTrap() {
        var random = SeededRandom(seed: 2)
        let good = Array("018f0000-0000-7000-8000-000000000000".utf8)
        for _ in 0..<2000 {
            var bytes = good
            bytes[Int.random(in: 0..<36, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
            let text = String(decoding: bytes, as: UTF8.self)
            if let id = UserID(text) { #expect(id.description == text.lowercased()) }
            #expect(UserID(bytes: random.bytes(Int.random(in: 0...15, using: &random))) == nil)
        }
    }

    /// Also within a millisecond, beyond the counter's end and when the clock steps back.
    @Test(arguments: [UInt64.min, .max])
    func newIDsAlwaysIncrease(bits: UInt64) {
        let clock = ManualClock(Timestamp(milliseconds: 1_773_000_000_000))
        let source = UUIDv7Source(clock: clock) { bits }
        var last = source.next(UserID.self)
        #expect(last.high >> 16 == 1_773_000_000_000)
        for step in 0..<20_000 {
            if step == 9_000 { clock.advance(milliseconds: -3_600_000) }
            if step == 15_000 { clock.advance(milliseconds: 7_200_000) }
            let next = source.next(UserID.self)
            guard next > last, next.high >> 12 & 0xF == 7, next.low >> 62 == 2 else {
                Issue.record("\(next) after \(last)")
                return
            }
            last = next
        }
        #expect(last.high >> 16 >= 1_773_003_600_000)
    }
}

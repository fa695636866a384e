import Domain
import TestSupport
import Testing

@Suite struct ByteScanTests {
    /// Eight bytes at a time find what one at a time finds.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func findsWhatMustBeEscaped(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<4000 {
            let count = Int.random(in: 0...40, using: &random)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0x20...0xFF, using: &random) }
            for _ in 0..<Int.random(in: 0...2, using: &random) where count > 0 {
                bytes[Int.random(in: 0..<count, using: &random)] = UInt8.random(in: 0...0x22, using: &random)
            }
            let start = Int.random(in: 0...count, using: &random)
            let expected = bytes[start...].firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C } ?? count
            bytes.withUnsafeBufferPointer { #expect($0.offsetToEscape(from: start) == expected, "\(bytes)") }
        }
    }

    @Test func findsBytesOfTexts() {
        let long = String(repeating: "é", count: 40)
        #expect("a@b".containsByte(0x40) && (long + "@").containsByte(0x40) && "\0".containsByte(0))
        #expect(!"".containsByte(0) && !long.containsByte(0x40) && !"a".containsByte(0))
    }

    @Test func comparesWords() {
        func isText(_ text: String) -> Bool { Array(text.utf8).withUnsafeBufferPointer { $0.equals("text") } }
        #expect(isText("text") && !isText("texT") && !isText("tex") && !isText("textt") && !isText(""))
        #expect(UnsafeBufferPointer<UInt8>(start: nil, count: 0).equals(""))
    }
}

import Domain
import TestSupport
import Testing

@Suite struct HexadecimalTests {
    @Test(arguments: [([], ""), ([0], "00"), ([0x0A, 0xFF], "0aff"), ([0x12, 0x90], "1290")] as [([UInt8], String)])
    func bytesAreTwoDigitsEach(bytes: [UInt8], text: String) {
        #expect(Hexadecimal.encode(bytes) == text)
        #expect(Hexadecimal.decode(text) == bytes)
        #expect(Hexadecimal.decode(text.uppercased()) == bytes)
    }

    @Test(arguments: ["0", "0g", "g0", " 00", "00 ", "0x00", "ä", "\u{0}\u{0}"])
    func refusesAnythingButPairsOfDigits(text: String) { #expect(Hexadecimal.decode(text) == nil) }

    @Test func anyBytesComeBack() {
        var random = SeededRandom(seed: 1)
        for count in 0..<100 {
            let bytes = random.bytes(count)
            #expect(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }
}

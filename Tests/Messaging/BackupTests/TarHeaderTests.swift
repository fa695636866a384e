import TestSupport
import Testing

@testable import Backup

@Suite struct TarHeaderTests {
    @Test(arguments: [0, 1, 511, 512, 8_589_934_591, 8_589_934_592, Int64.max])
    func comesBack(size: Int64) {
        let header = TarHeader(name: "media/ab/abcd", size: size, time: 1_790_000_000)
        #expect(TarHeader(header.bytes) == header)
        #expect(header.bytes.count == 512)
    }

    /// There is one spelling, so that no flipped bit goes unnoticed.
    @Test func everyFlippedBitIsNoticedOrAnotherHeader() {
        let header = TarHeader(name: "spotter.db", size: 4096, time: 1_790_000_000)
        for bit in 0..<512 * 8 {
            var bytes = header.bytes
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(TarHeader(bytes) == nil, "bit \(bit)")
        }
    }
}

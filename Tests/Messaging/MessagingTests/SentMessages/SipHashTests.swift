import Testing

@testable import Messaging

@Suite struct SipHashTests {
    /// The vectors of the authors' reference implementation: key 00 01 … 0f, input of 0 to 15 bytes 00 01 ….
    @Test(
        arguments: [
            (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (7, 0xab02_00f5_8b01_d137),
            (8, 0x93f5_f579_9a93_2462), (15, 0xa129_ca61_49be_45e5),
        ] as [(Int, UInt64)]
    )
    func equalsTheReference(count: Int, expected: UInt64) {
        let key = SipHash.Key(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)
        let bytes = (0..<UInt8(count)).map { $0 }
        #expect(SipHash(key).finish(bytes) == expected)
        // Whole words may be added before.
        guard count >= 8 else { return }
        var hash = SipHash(key)
        hash.add(0x0706_0504_0302_0100)
        #expect(hash.finish(bytes.dropFirst(8)) == expected)
    }
}

/// SipHash-2-4 (Aumasson and Bernstein 2012, https://www.aumasson.jp/siphash/siphash.pdf): a 64-bit hash that nobody can
/// make collide without its key.
struct SipHash {
    struct Key: Sendable, Equatable {
        let low: UInt64
        let high: UInt64
    }

    private var (v0, v1, v2, v3): (UInt64, UInt64, UInt64, UInt64)
    private var count: UInt64 = 0

    init(_ key: Key) {
        v0 = key.low ^ 0x736f_6d65_7073_6575
        v1 = key.high ^ 0x646f_7261_6e64_6f6d
        v2 = key.low ^ 0x6c79_6765_6e65_7261
        v3 = key.high ^ 0x7465_6462_7974_6573
    }

    /// Adds 8 bytes, as a little-endian word. All words come before the bytes of `finish`.
    mutating func add(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
        count &+= 8
    }

    /// Adds the last bytes, and ends.
    func finish(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var copy = self
        var (word, filled): (UInt64, UInt64) = (0, 0)
        var length = count
        for byte in bytes {
            word |= UInt64(byte) << (8 &* filled)
            filled &+= 1
            length &+= 1
            guard filled == 8 else { continue }
            copy.add(word)
            (word, filled) = (0, 0)
        }
        copy.add(word | length << 56)
        copy.v2 ^= 0xff
        for _ in 0..<4 { copy.round() }
        return copy.v0 ^ copy.v1 ^ copy.v2 ^ copy.v3
    }

    private mutating func round() {
        v0 = v0 &+ v1
        v1 = Self.rotate(v1, 13) ^ v0
        v0 = Self.rotate(v0, 32)
        v2 = v2 &+ v3
        v3 = Self.rotate(v3, 16) ^ v2
        v0 = v0 &+ v3
        v3 = Self.rotate(v3, 21) ^ v0
        v2 = v2 &+ v1
        v1 = Self.rotate(v1, 17) ^ v2
        v2 = Self.rotate(v2, 32)
    }

    private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 &- bits) }
}

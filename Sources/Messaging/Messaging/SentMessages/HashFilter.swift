/// A set of hashes that may take one for another, but never misses one that was added: a Bloom filter (Bloom 1970) whose bits
/// for a hash are all in one word, so that a question reads one line of memory (Putze, Sanders and Singler 2007).
///
/// With 16 bits for each hash about one of 200 unknown ones is taken for a known one. It grows without being built again:
/// once it's full, another one of twice the size takes what follows.
struct HashFilter: Sendable {
    private struct Part: Sendable {
        var words: [UInt64]
        var left: Int

        /// - Parameter capacity: a power of two, at least 4.
        init(capacity: Int) {
            words = [UInt64](repeating: 0, count: capacity / 4)
            left = capacity
        }
    }

    private var parts: [Part]

    /// - Parameter capacity: how many hashes the first part holds: a power of two, at least 4.
    init(capacity: Int = 1 << 16) { parts = [Part(capacity: capacity)] }

    mutating func insert(_ hash: Int64) {
        var last = parts.count - 1
        if parts[last].left == 0 {
            parts.append(Part(capacity: parts[last].words.count * 8))
            last += 1
        }
        parts[last].left -= 1
        let index = Self.index(hash, in: parts[last].words.count)
        parts[last].words[index] |= Self.bits(hash)
    }

    func mayContain(_ hash: Int64) -> Bool {
        let bits = Self.bits(hash)
        return parts.contains { $0.words[Self.index(hash, in: $0.words.count)] & bits == bits }
    }

    private static func index(_ hash: Int64, in count: Int) -> Int {
        Int(truncatingIfNeeded: UInt64(bitPattern: hash) >> 24) & (count - 1)
    }

    /// Four of 64 bits, by the low 24 bits of the hash.
    private static func bits(_ hash: Int64) -> UInt64 {
        let word = UInt64(bitPattern: hash)
        return 1 << (word & 63) | 1 << (word >> 6 & 63) | 1 << (word >> 12 & 63) | 1 << (word >> 18 & 63)
    }
}

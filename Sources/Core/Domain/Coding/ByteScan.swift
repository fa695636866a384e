#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Scans of texts, many bytes at a time: each message is scanned several times on its way.
extension String {
    /// Whether its UTF-8 holds `byte`.
    public func containsByte(_ byte: UInt8) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.containsByte(byte) } ?? utf8.contains(byte)
    }
}

extension UnsafeBufferPointer<UInt8> {
    func containsByte(_ byte: UInt8) -> Bool {
        guard let baseAddress else { return false }
        return memchr(baseAddress, Int32(byte), count) != nil
    }

    /// Whether these are the bytes of `word`.
    package func equals(_ word: StaticString) -> Bool {
        guard let baseAddress, count == word.utf8CodeUnitCount else { return count == 0 && word.utf8CodeUnitCount == 0 }
        return memcmp(baseAddress, word.utf8Start, count) == 0
    }

    /// The offset of the first byte at or after `start` that a JSON string can't hold as it is: a quote, a backslash or a
    /// control character. `count` if there is none.
    package func offsetToEscape(from start: Int = 0) -> Int {
        let bytes = UnsafeRawBufferPointer(self)
        var offset = start
        while offset &+ 8 <= count, !bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).hasByteToEscape {
            offset &+= 8
        }
        while offset < count {
            let byte = self[offset]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
            offset &+= 1
        }
        return offset
    }
}

extension UInt64 {
    /// Whether one of its eight bytes is below 0x20, a quote or a backslash. A byte is zero if subtracting one borrows
    /// from a high bit that it doesn't have (Warren, Hacker's Delight, 6-1).
    fileprivate var hasByteToEscape: Bool {
        let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        let quotes = self ^ (ones &* 0x22)
        let backslashes = self ^ (ones &* 0x5C)
        let controls = (self &- ones &* 0x20) & ~self
        return (controls | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & highs != 0
    }
}

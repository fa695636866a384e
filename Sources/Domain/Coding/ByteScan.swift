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

    /// The offset of the first byte at or after `start` that a JSON string can't hold as it is: a quote, a backslash or a
    /// control character. `count` if there is none.
    package func offsetToEscape(from start: Int = 0) -> Int {
        typealias Block = SIMD32<UInt8>
        let bytes = UnsafeRawBufferPointer(self)
        var offset = start
        while offset &+ Block.scalarCount <= count {
            let block = bytes.loadUnaligned(fromByteOffset: offset, as: Block.self)
            let special = (block .< 0x20) .| (block .== 0x22) .| (block .== 0x5C)
            guard !any(special) else { break }
            offset &+= Block.scalarCount
        }
        while offset < count {
            let byte = self[offset]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
            offset &+= 1
        }
        return offset
    }
}

import NIOCore

extension ByteBuffer {
    /// Moves `length` masked bytes to the end of `target` and unmasks them.
    ///
    /// It unmasks while copying, because the receive buffer is still shared with the pipeline and unmasking in place
    /// would first copy all of it. It takes eight bytes at a time, which is a third of the work.
    ///
    /// - Parameters:
    ///   - length: bytes to move; clamped to the readable bytes.
    ///   - key: the masking key as in ``FrameHeader``.
    mutating func moveUnmasked(length: Int, key: UInt32, to target: inout ByteBuffer) {
        let count = Swift.min(length, readableBytes)
        guard count > 0 else { return }
        withUnsafeReadableBytes { source in
            _ = target.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { destination in
                Self.unmask(UnsafeRawBufferPointer(rebasing: source.prefix(count)), key: key, into: destination)
                return count
            }
        }
        moveReaderIndex(forwardBy: count)
    }

    /// `destination` must have room for all of `source`.
    private static func unmask(
        _ source: UnsafeRawBufferPointer,
        key: UInt32,
        into destination: UnsafeMutableRawBufferPointer
    ) {
        let wideKey = UInt64(key) | UInt64(key) << 32
        let wideEnd = source.count & ~7
        for offset in stride(from: 0, to: wideEnd, by: 8) {
            let word = UInt64(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ wideKey
            destination.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
        }
        // A word is two keys long, so the remaining bytes start with the key's first byte.
        var restOfKey = wideKey
        for offset in wideEnd..<source.count {
            destination[offset] = source[offset] ^ UInt8(truncatingIfNeeded: restOfKey)
            restOfKey >>= 8
        }
    }
}

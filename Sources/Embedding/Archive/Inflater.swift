import CZlib

/// A raw deflate stream, decompressed piece by piece.
struct Inflater: ~Copyable {
    private static let pieceSize = 256 << 10

    /// On the heap because zlib keeps a pointer back to it.
    private let stream: UnsafeMutablePointer<z_stream>
    private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)

    /// Nil when zlib can't get its memory.
    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Negative window bits: no zlib header, as in ZIP files.
        guard inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            stream.deallocate()
            piece.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        piece.deallocate()
    }

    /// Hands out the decompressed bytes in order. False when `input` is not one whole deflate stream.
    borrowing func inflate(
        _ input: UnsafeRawBufferPointer,
        _ receive: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Bool {
        guard let size = UInt32(exactly: input.count) else { return false }
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = size
        while true {
            stream.pointee.next_out = piece.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(piece.count)
            let status = CZlib.inflate(stream, Z_NO_FLUSH)
            let produced = piece.count - Int(stream.pointee.avail_out)
            if produced > 0 { try receive(UnsafeRawBufferPointer(rebasing: piece[0..<produced])) }
            if status == Z_STREAM_END { return true }
            guard status == Z_OK, produced > 0 else { return false }
        }
    }
}

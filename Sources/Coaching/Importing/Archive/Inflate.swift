import CZlib

/// Unpacking by zlib, into as much memory as was announced and no more.
enum Inflate {
    /// The content of a raw deflate stream; `nil` unless it is valid, ends with the last byte, and has exactly this size.
    static func bytes(of packed: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
        // Nothing packs better than 1032 to 1, so a small file can't ask for much memory.
        guard size <= (packed.count + 1) * 1032 else { return nil }
        var stream = z_stream()
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        // A byte more than announced shows a stream that is longer.
        var isWhole = false
        var content = [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
            packed.withUnsafeBufferPointer { input in
                // zlib doesn't write to its input.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(clamping: input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(clamping: output.count)
                isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
                count = output.count - Int(stream.avail_out)
            }
        }
        guard isWhole, content.count == size else { return nil }
        content.reserveCapacity(0)
        return content
    }

    static func crc32(of bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer {
            UInt32(truncatingIfNeeded: CZlib.crc32(0, $0.baseAddress, UInt32(clamping: $0.count)))
        }
    }
}

/// Splits what a server sends into frames (RFC 6455, section 5.2), in place.
///
/// The load test has its own framing because it measures: it must cost less per frame than `RawSocket`, which uses
/// SwiftNIO. Total: any input gives frames, the beginning of one, or a `BrokenFrame`.
enum FrameReader {
    /// Bytes that no server sends: a mask, reserved bits, or a length above `maxPayload`.
    struct BrokenFrame: Error {}

    static let maxPayload = 16 << 20

    /// Calls `body` with the opcode and payload of each complete frame.
    /// - Returns: the length of those frames.
    @inline(__always)
    static func read(
        _ bytes: UnsafeRawBufferPointer,
        _ body: (_ opcode: UInt8, _ payload: UnsafeRawBufferPointer) throws -> Void
    ) throws -> Int {
        var start = 0
        while bytes.count - start >= 2 {
            let (first, second) = (bytes[start], bytes[start + 1])
            guard first & 0x70 == 0, second & 0x80 == 0 else { throw BrokenFrame() }
            var header = 2
            var length = Int(second)
            if length >= 126 {
                let digits = length == 126 ? 2 : 8
                guard bytes.count - start >= 2 + digits else { break }
                length = 0
                for index in 0..<digits { length = length &<< 8 | Int(bytes[start + 2 + index]) }
                header += digits
                guard (0...maxPayload).contains(length) else { throw BrokenFrame() }
            }
            guard bytes.count - start >= header + length else { break }
            let from = start + header
            try body(first & 0x0F, UnsafeRawBufferPointer(rebasing: bytes[from..<from + length]))
            start = from + length
        }
        return start
    }
}

import NIOCore

/// The header of a frame from a client (RFC 6455, section 5.2).
struct FrameHeader: Equatable {
    var isFinal: Bool
    var opcode: FrameOpcode
    /// The masking key, with its first byte in the lowest bits.
    var maskingKey: UInt32
    /// The length of the header itself in bytes.
    var length: Int
    var payloadLength: Int

    private static let maxControlPayloadLength = 125

    /// Reads the header at the reader index of `buffer` without moving the index.
    ///
    /// - Parameter maxPayload: the maximum payload in bytes.
    /// - Returns: `nil` if more bytes are needed.
    /// - Throws: `.protocolError` for reserved bits and opcodes, a missing mask, a control frame that is fragmented or
    ///   longer than 125 bytes, and a length in more bytes than needed; `.messageTooBig` for a payload above
    ///   `maxPayload`.
    static func read(_ buffer: ByteBuffer, maxPayload: Int) throws(WebSocketProtocolError) -> FrameHeader? {
        let start = buffer.readerIndex
        guard let bits = buffer.getInteger(at: start, as: UInt16.self) else { return nil }
        guard bits & 0x7000 == 0, bits & 0x80 != 0, let opcode = FrameOpcode(rawValue: UInt8(bits >> 8 & 0x0F)) else {
            throw .protocolError
        }
        let isFinal = bits & 0x8000 != 0
        let shortLength = Int(bits & 0x7F)
        guard !opcode.isControl || (isFinal && shortLength <= maxControlPayloadLength) else { throw .protocolError }

        guard let (payloadLength, width) = try self.payloadLength(buffer, at: start + 2, short: shortLength) else {
            return nil
        }
        guard opcode.isControl || payloadLength <= maxPayload else { throw .messageTooBig }
        guard let key = buffer.getInteger(at: start + 2 + width, endianness: .little, as: UInt32.self) else {
            return nil
        }
        return FrameHeader(
            isFinal: isFinal,
            opcode: opcode,
            maskingKey: key,
            length: 2 + width + 4,
            payloadLength: payloadLength
        )
    }

    /// The payload length, and the size of the extended length field.
    private static func payloadLength(
        _ buffer: ByteBuffer,
        at index: Int,
        short: Int
    ) throws(WebSocketProtocolError) -> (length: Int, width: Int)? {
        switch short {
        case 126:
            guard let length = buffer.getInteger(at: index, as: UInt16.self) else { return nil }
            guard length >= 126 else { throw .protocolError }
            return (Int(length), 2)
        case 127:
            guard let wide = buffer.getInteger(at: index, as: UInt64.self) else { return nil }
            guard wide > UInt64(UInt16.max) else { throw .protocolError }
            guard let length = Int(exactly: wide) else { throw .messageTooBig }
            return (length, 8)
        default:
            return (short, 0)
        }
    }
}

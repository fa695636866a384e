package import NIOCore

/// Complete frames from server to client, header and payload in one buffer.
///
/// Server frames carry no mask, so all recipients of a message share one encoding.
package enum ServerFrame {
    /// The maximum header: two bytes and an eight-byte length.
    private static let maxHeaderLength = 10

    /// A text message. The caller guarantees that `payload` is UTF-8.
    package static func text(_ payload: ByteBuffer) -> ByteBuffer { frame(.text, payload) }

    /// A text message from bytes that the caller guarantees to be UTF-8.
    package static func text(bytes: [UInt8]) -> ByteBuffer {
        text(capacity: bytes.count) { $0.writeBytes(bytes) }
    }

    package static func text(_ text: String) -> ByteBuffer {
        self.text { $0.writeString(text) }
    }

    /// A text message that is written directly into its frame, without a copy.
    ///
    /// - Parameters:
    ///   - capacity: the expected payload in bytes; the buffer grows if needed.
    ///   - write: appends only the payload to the buffer.
    /// - Throws: errors of `write`.
    package static func text(capacity: Int = 512, _ write: (inout ByteBuffer) throws -> Void) rethrows -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(maxHeaderLength + max(capacity, 0))
        buffer.writeRepeatingByte(0, count: maxHeaderLength)
        try write(&buffer)
        writeHeader(.text, before: maxHeaderLength, in: &buffer)
        return buffer
    }

    package static func binary(_ payload: ByteBuffer) -> ByteBuffer { frame(.binary, payload) }

    /// An empty ping. Peers answer automatically, which shows that they are alive.
    package static let ping = frame(.ping, ByteBuffer())

    static func pong(_ payload: ByteBuffer) -> ByteBuffer { frame(.pong, payload) }

    /// A close frame. The reason is cut to the size limit of control frames.
    static func close(_ code: WebSocketCloseCode?, reason: String = "") -> ByteBuffer {
        var payload = ByteBuffer()
        if let code {
            payload.writeInteger(code.rawValue)
            payload.writeString(reason.prefix(whileUTF8Count: 123))
        }
        return frame(.close, payload)
    }

    private static func frame(_ opcode: FrameOpcode, _ payload: ByteBuffer) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(maxHeaderLength + payload.readableBytes)
        buffer.writeRepeatingByte(0, count: maxHeaderLength)
        buffer.writeImmutableBuffer(payload)
        writeHeader(opcode, before: maxHeaderLength, in: &buffer)
        return buffer
    }

    /// Writes the header directly before the payload, which starts at `payloadStart`, and skips the unused bytes before
    /// it.
    private static func writeHeader(_ opcode: FrameOpcode, before payloadStart: Int, in buffer: inout ByteBuffer) {
        let length = buffer.writerIndex - payloadStart
        let first = 0x80 | opcode.rawValue
        let start: Int
        if length <= 125 {
            start = payloadStart - 2
            buffer.setInteger(UInt8(length), at: start + 1)
        } else if let short = UInt16(exactly: length) {
            start = payloadStart - 4
            buffer.setInteger(UInt8(126), at: start + 1)
            buffer.setInteger(short, at: start + 2)
        } else {
            start = payloadStart - maxHeaderLength
            buffer.setInteger(UInt8(127), at: start + 1)
            buffer.setInteger(UInt64(length), at: start + 2)
        }
        buffer.setInteger(first, at: start)
        buffer.moveReaderIndex(to: start)
    }
}

extension String {
    /// The longest prefix of whole characters that takes at most `limit` bytes in UTF-8.
    fileprivate func prefix(whileUTF8Count limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var size = 0
        return String(
            prefix { character in
                size += character.utf8.count
                return size <= limit
            }
        )
    }
}

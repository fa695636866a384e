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
        bytes.withUnsafeBytes { frame(.text, $0) }
    }

    package static func text(_ text: String) -> ByteBuffer { self.text(bytes: Array(text.utf8)) }

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
        payload.withUnsafeReadableBytes { frame(opcode, $0) }
    }

    private static func frame(_ opcode: FrameOpcode, _ payload: UnsafeRawBufferPointer) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: maxHeaderLength + payload.count) { room in
            let header = writeHeader(opcode, length: payload.count, to: room)
            UnsafeMutableRawBufferPointer(rebasing: room[header...]).copyMemory(from: payload)
            return header + payload.count
        }
        return buffer
    }

    /// Writes a header to the start of `room`, which has place for the longest.
    /// - Returns: its length.
    private static func writeHeader(_ opcode: FrameOpcode, length: Int, to room: UnsafeMutableRawBufferPointer) -> Int {
        room[0] = 0x80 | opcode.rawValue
        if length <= 125 {
            room[1] = UInt8(length)
            return 2
        }
        if let short = UInt16(exactly: length) {
            room[1] = 126
            room.storeBytes(of: short.bigEndian, toByteOffset: 2, as: UInt16.self)
            return 4
        }
        room[1] = 127
        room.storeBytes(of: UInt64(length).bigEndian, toByteOffset: 2, as: UInt64.self)
        return maxHeaderLength
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

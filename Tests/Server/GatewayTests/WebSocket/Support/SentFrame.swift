import NIOCore

/// A frame as the server sent it, taken apart independently of the code under test.
struct SentFrame: Equatable, CustomStringConvertible {
    var opcode: UInt8
    var payload: ByteBuffer

    static func text(_ text: String) -> Self { Self(opcode: 1, payload: ByteBuffer(string: text)) }
    static func pong(_ text: String) -> Self { Self(opcode: 10, payload: ByteBuffer(string: text)) }

    /// The code of a close frame, 0 where it has none.
    var closeCode: Int? {
        opcode == 8 ? payload.getInteger(at: payload.readerIndex, as: UInt16.self).map(Int.init) ?? 0 : nil
    }

    var text: String { String(buffer: payload) }
    var description: String { closeCode.map { "close \($0)" } ?? "\(opcode): \(text)" }

    /// Takes a whole frame from the front of `buffer`; `nil` where there is none.
    static func take(from buffer: inout ByteBuffer) -> SentFrame? {
        var rest = buffer
        guard let first = rest.readInteger(as: UInt8.self), let second = rest.readInteger(as: UInt8.self) else {
            return nil
        }
        var length = Int(second)
        if second == 126 {
            guard let short = rest.readInteger(as: UInt16.self) else { return nil }
            length = Int(short)
        } else if second == 127 {
            guard let long = rest.readInteger(as: UInt64.self) else { return nil }
            length = Int(long)
        }
        guard let payload = rest.readSlice(length: length) else { return nil }
        buffer = rest
        return SentFrame(opcode: first & 0x0F, payload: payload)
    }
}

import Glibc

/// A text frame of the server: its kind, and the few numbers that the load tool needs.
///
/// Decoding JSON would cost more than the rest of the loop. The server writes `type` first in frequent frames, then `id`,
/// or `chatId` and `seq`; in other frames `type` is searched for.
struct ServerFrame {
    enum Kind { case created, ack, welcome, error, resync, other }

    private static let field = Array(#""type":""#.utf8)

    let bytes: UnsafeRawBufferPointer

    var kind: Kind {
        guard bytes.count > 24 else { return .other }
        guard bytes[2] == UInt8(ascii: "t"), bytes[7] == UInt8(ascii: ":") else {
            return bytes.firstRange(of: Self.field).map { kind(at: $0.upperBound) } ?? .other
        }
        return kind(at: 9)
    }

    /// - Parameter offset: of the first letter of the type.
    private func kind(at offset: Int) -> Kind {
        guard offset < bytes.count else { return .other }
        switch bytes[offset] {
        case UInt8(ascii: "m"): return has(UInt8(ascii: "c"), offset + 8) && quote(offset + 15) ? .created : .other
        case UInt8(ascii: "a"): return quote(offset + 3) ? .ack : .other
        case UInt8(ascii: "w"): return quote(offset + 7) ? .welcome : .other
        case UInt8(ascii: "e"): return quote(offset + 5) ? .error : .other
        case UInt8(ascii: "r"): return has(UInt8(ascii: "s"), offset + 2) ? .resync : .other
        default: return .other
        }
    }

    private func quote(_ index: Int) -> Bool { has(UInt8(ascii: "\""), index) }
    private func has(_ byte: UInt8, _ index: Int) -> Bool { index < bytes.count && bytes[index] == byte }

    /// `{"type":"message.created","chatId":"` and 36 characters and `","seq":`
    var seq: Int64? { number(at: 80, after: UInt8(ascii: ":")) }

    /// `{"type":"ack","id":"`
    var requestNumber: Int64? { number(at: 20, after: UInt8(ascii: "\"")) }

    /// The time of the send, from a client id of this kind; `nil` if the load tool didn't send the message.
    func stamp(_ kind: ClientIDKind) -> Int64? {
        kind == .ordered ? orderedStamp : RandomClientID.stamp(in: bytes)
    }

    private var orderedStamp: Int64? {
        guard let base = bytes.baseAddress, let found = memchr(base, Int32(SendTemplate.mark), bytes.count) else {
            return nil
        }
        return number(at: UnsafeRawPointer(found) - base + 1, after: SendTemplate.mark)
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    private func number(at offset: Int, after mark: UInt8) -> Int64? {
        guard offset > 0, offset < bytes.count, bytes[offset - 1] == mark else { return nil }
        var value: Int64 = 0
        var index = offset
        while index < bytes.count, index - offset < 18 {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value * 10 + Int64(digit)
            index += 1
        }
        return index > offset ? value : nil
    }
}

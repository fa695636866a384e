/// A `message.send` frame whose digits are written in place, so that a send costs one copy.
///
/// The client id is `~STAMP-SOCKET-NUMBER`, each of a fixed width: the time of the send in microseconds, the socket,
/// and the message's number on that socket. Frames contain no other tilde, so one `memchr` finds the stamp.
struct SendTemplate {
    static let mark = UInt8(ascii: "~")
    static let stampDigits = 16
    static let socketDigits = 6
    static let numberDigits = 10

    private let frame: [UInt8]
    private let idOffset: Int
    private let stampOffset: Int
    private let numberOffset: Int

    /// - Parameter socket: below a million.
    init(chat: String, socket: Int, text: String) {
        let head = #"{"type":"message.send","id":""#
        let middle = #"","chatId":"\#(chat)","clientMessageId":"~"#
        let payload =
            Array(head.utf8) + Self.zeros(Self.numberDigits) + Array(middle.utf8) + Self.zeros(Self.stampDigits)
            + Array("-".utf8) + Self.digits(Int64(socket), Self.socketDigits) + Array("-".utf8)
            + Self.zeros(Self.numberDigits) + Array(#"","text":"\#(text)"}"#.utf8)
        frame = FrameWriter.frame(payload)
        idOffset = frame.count - payload.count + head.utf8.count
        stampOffset = idOffset + Self.numberDigits + middle.utf8.count
        numberOffset = stampOffset + Self.stampDigits + 1 + Self.socketDigits + 1
    }

    func append(to bytes: inout [UInt8], stamp: Int64, number: Int64) {
        let start = bytes.count
        bytes.append(contentsOf: frame)
        Self.write(number, Self.numberDigits, into: &bytes, at: start + idOffset)
        Self.write(stamp, Self.stampDigits, into: &bytes, at: start + stampOffset)
        Self.write(number, Self.numberDigits, into: &bytes, at: start + numberOffset)
    }

    private static func zeros(_ count: Int) -> [UInt8] { .init(repeating: UInt8(ascii: "0"), count: count) }

    private static func digits(_ value: Int64, _ count: Int) -> [UInt8] {
        var bytes = zeros(count)
        write(value, count, into: &bytes, at: 0)
        return bytes
    }

    private static func write(_ value: Int64, _ count: Int, into bytes: inout [UInt8], at offset: Int) {
        var rest = value
        for index in stride(from: offset + count - 1, through: offset, by: -1) {
            bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}

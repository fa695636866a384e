import Domain
import SpotterAPI

/// A `message.send` frame, encoded once, whose digits are written in place, so that a send costs one copy.
///
/// The client id is `~STAMP-SOCKET-NUMBER`, each of a fixed width: the time of the send in microseconds, the socket,
/// and the message's number on that socket. Frames contain no other tilde, so one `memchr` finds the stamp. A
/// `RandomClientID` holds the same.
struct SendTemplate {
    static let mark = UInt8(ascii: "~")
    static let stampDigits = 16
    static let socketDigits = 6
    static let numberDigits = 10

    private let frame: [UInt8]
    private let kind: ClientIDKind
    private let socket: Int
    private let idOffset: Int
    private let stampOffset: Int
    private let numberOffset: Int

    /// - Parameter socket: below a million.
    init(chat: ChatID, socket: Int, text: String, clientIDs kind: ClientIDKind = .ordered) {
        (self.kind, self.socket) = (kind, socket)
        let number = Self.digits(0, Self.numberDigits)
        let stamp = Self.digits(0, Self.stampDigits)
        let ordered = "~\(stamp)-\(Self.digits(Int64(socket), Self.socketDigits))-\(number)"
        let key = kind == .ordered ? ordered : String(repeating: "0", count: RandomClientID.length)
        frame = FrameWriter.frame(
            ClientFrames.payload(.send(.init(id: number, chatId: chat, clientMessageId: key, text: text)))
        )
        idOffset = FrameTemplate.end(of: #""id":""#, in: frame)
        let mark = kind == .ordered ? "~" : ""
        stampOffset = FrameTemplate.end(of: #""clientMessageId":""# + mark, in: frame)
        numberOffset = stampOffset + Self.stampDigits + 1 + Self.socketDigits + 1
    }

    func append(to bytes: inout [UInt8], stamp: Int64, number: Int64) {
        let start = bytes.count
        bytes.append(contentsOf: frame)
        Self.write(number, Self.numberDigits, into: &bytes, at: start + idOffset)
        switch kind {
        case .ordered:
            Self.write(stamp, Self.stampDigits, into: &bytes, at: start + stampOffset)
            Self.write(number, Self.numberDigits, into: &bytes, at: start + numberOffset)
        case .random:
            RandomClientID.write(stamp: stamp, socket: socket, number: number, into: &bytes, at: start + stampOffset)
        }
    }

    private static func digits(_ value: Int64, _ count: Int) -> String {
        var bytes = [UInt8](repeating: UInt8(ascii: "0"), count: count)
        write(value, count, into: &bytes, at: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ value: Int64, _ count: Int, into bytes: inout [UInt8], at offset: Int) {
        var rest = value
        for index in stride(from: offset + count - 1, through: offset, by: -1) {
            bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}

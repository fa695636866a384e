import Domain
import NIOCore

/// A page of a chat's history, read for the load's own messages alone: decoding all of it would cost the load tool more
/// than the page costs the server.
struct HistoryPage {
    /// `STAMP-SOCKET-NUMBER` of each message, in order.
    let stamps: [Substring]
    let lastSeq: Int64?

    init(_ body: ByteBuffer) {
        let text = String(buffer: body)
        var stamps: [Substring] = []
        let length = SendTemplate.stampDigits + SendTemplate.socketDigits + SendTemplate.numberDigits + 2
        let utf8 = text.utf8
        var from = utf8.startIndex
        while let mark = utf8[from...].firstIndex(of: SendTemplate.mark) {
            let start = utf8.index(after: mark)
            guard let end = utf8.index(start, offsetBy: length, limitedBy: utf8.endIndex) else { break }
            stamps.append(text[start..<end])
            from = end
        }
        self.stamps = stamps
        lastSeq = Self.lastSeq(in: text)
    }

    private static func lastSeq(in text: String) -> Int64? {
        let field = Array(#""seq":"#.utf8)
        let utf8 = Array(text.utf8)
        guard utf8.count > field.count else { return nil }
        for start in stride(from: utf8.count - field.count, through: 0, by: -1)
        where utf8[start..<start + field.count].elementsEqual(field) {
            let digits = utf8[(start + field.count)...].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            return Int64(String(decoding: digits, as: UTF8.self))
        }
        return nil
    }

    /// All of a chat, page by page.
    static func all(of chat: String, token: String, rest: RestClient) async throws -> [Substring] {
        var (stamps, after) = ([Substring](), Int64(0))
        while true {
            let path = "/v1/chats/\(chat)/messages?after=\(after)&limit=200"
            let page = HistoryPage(try await rest.get(path, token: token))
            stamps += page.stamps
            guard let last = page.lastSeq, last > after else { return stamps }
            after = last
        }
    }
}

/// A chat whose pages don't hold every message once.
struct IncompleteHistory: Error, CustomStringConvertible {
    let chat: String
    let expected: Int
    let found: Int
    var description: String { "chat \(chat) has \(found) messages in its history, not \(expected)" }
}

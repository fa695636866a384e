import Domain
import Glibc
import NIOCore
import ServerHarness

/// A page of a chat's history, scanned for the client ids of the load's messages. Decoding all of it would cost the load
/// tool more than the page costs the server.
struct HistoryPage {
    private let body: ByteBuffer
    /// The offsets of the stamps in the body.
    private let offsets: [Int]
    let lastSeq: Int64?

    private static let length =
        SendTemplate.stampDigits + SendTemplate.socketDigits + SendTemplate.numberDigits + 2

    var count: Int { offsets.count }
    /// `STAMP-SOCKET-NUMBER` of each message, in order.
    var stamps: [String] { offsets.compactMap { body.getString(at: body.readerIndex + $0, length: Self.length) } }

    init(_ body: ByteBuffer) {
        self.body = body
        (offsets, lastSeq) = body.withUnsafeReadableBytes { (Self.offsets(in: $0), Self.lastSeq(in: $0)) }
    }

    private static func offsets(in bytes: UnsafeRawBufferPointer) -> [Int] {
        var (offsets, from) = ([Int](), 0)
        offsets.reserveCapacity(256)
        while from < bytes.count, let start = bytes.baseAddress,
            let mark = memchr(start + from, Int32(SendTemplate.mark), bytes.count - from)
        {
            let offset = UnsafeRawPointer(mark) - start + 1
            guard offset + length <= bytes.count else { break }
            offsets.append(offset)
            from = offset + length
        }
        return offsets
    }

    private static func lastSeq(in bytes: UnsafeRawBufferPointer) -> Int64? {
        let field = Array(#""seq":"#.utf8)
        guard bytes.count > field.count else { return nil }
        for start in stride(from: bytes.count - field.count, through: 0, by: -1)
        where bytes[start..<start + field.count].elementsEqual(field) {
            let digits = bytes[(start + field.count)...].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            return Int64(String(decoding: digits, as: UTF8.self))
        }
        return nil
    }

    /// The stamps of all messages of a chat, page by page.
    static func all(of chat: ChatID, token: String, rest: RESTClient) async throws -> [String] {
        var (stamps, after) = ([String](), Int64(0))
        while true {
            let path = "/v1/chats/\(chat)/messages?after=\(after)&limit=200"
            let page = HistoryPage(try await rest.get(path, token: token))
            stamps += page.stamps
            guard let last = page.lastSeq, last > after else { return stamps }
            after = last
        }
    }
}

/// Thrown if a chat's pages don't contain every message exactly once.
struct IncompleteHistory: Error, CustomStringConvertible {
    let chat: ChatID
    let expected: Int
    let found: Int
    var description: String { "chat \(chat) has \(found) messages in its history, not \(expected)" }
}

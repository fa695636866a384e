import Domain
import Glibc
import NIOCore

/// A page of a chat's history, read for the load's own messages alone: decoding all of it would cost the load tool more
/// than the page costs the server.
struct HistoryPage {
    private let body: ByteBuffer
    /// Where the stamps begin, in bytes of the body.
    private let places: [Int]
    let lastSeq: Int64?

    private static let length =
        SendTemplate.stampDigits + SendTemplate.socketDigits + SendTemplate.numberDigits + 2

    var count: Int { places.count }
    /// `STAMP-SOCKET-NUMBER` of each message, in order.
    var stamps: [String] { places.compactMap { body.getString(at: body.readerIndex + $0, length: Self.length) } }

    init(_ body: ByteBuffer) {
        self.body = body
        (places, lastSeq) = body.withUnsafeReadableBytes { (Self.places(in: $0), Self.lastSeq(in: $0)) }
    }

    private static func places(in bytes: UnsafeRawBufferPointer) -> [Int] {
        var (places, from) = ([Int](), 0)
        places.reserveCapacity(256)
        while from < bytes.count, let start = bytes.baseAddress,
            let mark = memchr(start + from, Int32(SendTemplate.mark), bytes.count - from)
        {
            let place = UnsafeRawPointer(mark) - start + 1
            guard place + length <= bytes.count else { break }
            places.append(place)
            from = place + length
        }
        return places
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

    /// All of a chat, page by page.
    static func all(of chat: String, token: String, rest: RestClient) async throws -> [String] {
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

/// A chat whose pages don't hold every message once.
struct IncompleteHistory: Error, CustomStringConvertible {
    let chat: String
    let expected: Int
    let found: Int
    var description: String { "chat \(chat) has \(found) messages in its history, not \(expected)" }
}

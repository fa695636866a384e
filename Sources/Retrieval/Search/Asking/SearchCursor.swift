import Domain
import Foundation
import SpotterAPI

/// Where a search goes on: after which result, among the messages that there were at its begin.
struct SearchCursor: Sendable, Hashable {
    /// Results of the pages before.
    let offset: Int
    /// The last of them.
    let last: MessageID
    /// The newest message by `num` when the first page was made.
    let upTo: Int64
    /// Of the query: a cursor is of no use to another.
    let query: UInt64

    static let deepest = 1000

    var text: String {
        Data("\(offset).\(last).\(upTo).\(query)".utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    init(offset: Int, last: MessageID, upTo: Int64, query: UInt64) {
        self.offset = offset
        self.last = last
        self.upTo = upTo
        self.query = query
    }

    init(_ text: String, of query: SearchQuery) throws(SpotterError) {
        let padded = text.replacing("-", with: "+").replacing("_", with: "/")
        let data = Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.utf8.count % 4) % 4))
        let parts = data.map { String(decoding: $0, as: UTF8.self).split(separator: ".") } ?? []
        guard parts.count == 4, let offset = Int(parts[0]), let last = MessageID(String(parts[1])),
            let upTo = Int64(parts[2]), let number = UInt64(parts[3]), (1...Self.deepest).contains(offset),
            number == Self.number(of: query)
        else { throw .invalid("cursor must come from a former answer to the same query.") }
        self.init(offset: offset, last: last, upTo: upTo, query: number)
    }

    /// FNV-1a over all that decides which results there are.
    static func number(of query: SearchQuery) -> UInt64 {
        let parts =
            [query.text, query.mode.rawValue] + query.chatIds.map(\.description) + query.senderIds.map(\.description)
            + ["\(query.since?.milliseconds ?? -1)", "\(query.until?.milliseconds ?? -1)"]
        return parts.joined(separator: "\u{0}").utf8.reduce(0xCBF2_9CE4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
    }
}

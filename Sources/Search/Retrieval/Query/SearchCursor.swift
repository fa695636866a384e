import Domain
import Foundation
import SpotterAPI

/// The position of the next page of a search: the last result so far, and the messages that existed when the search
/// started.
struct SearchCursor: Sendable, Hashable {
    /// The number of results on the earlier pages.
    let offset: Int
    /// The last of these results.
    let last: MessageID
    /// The newest message by `num` when the first page was made.
    let upTo: Int64
    /// A hash of the query. A cursor is refused for any other query.
    let query: UInt64

    static let maxOffset = 1000

    var text: String {
        Base64URL.encode("\(offset).\(last).\(upTo).\(query)".utf8)
    }

    init(offset: Int, last: MessageID, upTo: Int64, query: UInt64) {
        self.offset = offset
        self.last = last
        self.upTo = upTo
        self.query = query
    }

    init(_ text: String, of query: SearchQuery) throws(SpotterError) {
        let parts = Base64URL.decode(text).map { String(decoding: $0, as: UTF8.self).split(separator: ".") } ?? []
        guard parts.count == 4, let offset = Int(parts[0]), let last = MessageID(String(parts[1])),
            let upTo = Int64(parts[2]), let number = UInt64(parts[3]), (1...Self.maxOffset).contains(offset),
            number == Self.number(of: query)
        else { throw .invalid("cursor must come from a former answer to the same query.") }
        self.init(offset: offset, last: last, upTo: upTo, query: number)
    }

    /// Of everything that determines the results.
    static func number(of query: SearchQuery) -> UInt64 {
        let parts =
            [query.text, query.mode.rawValue] + query.chatIds.map(\.description) + query.senderIds.map(\.description)
            + ["\(query.since?.milliseconds ?? -1)", "\(query.until?.milliseconds ?? -1)"]
        return FNV1a.hash(parts.joined(separator: "\u{0}").utf8)
    }
}

import Domain
import Storage

/// A client's id of a message as it's stored: 16 bytes if it's a UUID in its canonical form, otherwise its text.
enum ClientMessageKey: SQLBindable, Hashable, Sendable {
    case uuid(high: UInt64, low: UInt64)
    case text(String)

    init(_ clientMessageId: String) {
        // Only a text that comes back as it was is packed, so nothing with a capital letter.
        if let id = MessageID(clientMessageId),
            clientMessageId.utf8.allSatisfy({ !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) })
        {
            self = .uuid(high: id.high, low: id.low)
        } else {
            self = .text(clientMessageId)
        }
    }

    init(row: any SQLRow, _ column: Int) throws {
        if let id = row.fastUUID(column) {
            self = .uuid(high: id.high, low: id.low)
        } else {
            // Where a column has one type, it's a text in either case.
            self.init(try row.text(column))
        }
    }

    /// The id as the client gave it.
    var clientMessageId: String {
        switch self {
        case .uuid(let high, let low): MessageID(high: high, low: low).description
        case .text(let text): text
        }
    }

    var sqlValue: SQLValue {
        switch self {
        case .uuid(let high, let low): .uuid(high: high, low: low)
        case .text(let text): .text(text)
        }
    }

    /// A hash of the id in its chat, for the index of its sender's messages.
    func hash(in chat: Int64, with key: SipHash.Key) -> Int64 {
        var hash = SipHash(key)
        hash.add(UInt64(bitPattern: chat))
        switch self {
        case .uuid(let high, let low):
            hash.add(high)
            hash.add(low)
            return Int64(bitPattern: hash.finish(EmptyCollection()))
        case .text(let text): return Int64(bitPattern: hash.finish(text.utf8))
        }
    }
}

public import Domain

/// Writes the body that `ServerFrames.page` makes of a page, message by message: those with nothing beside their row without
/// making values of them.
///
/// Messages may come in any order; `body` puts them in the page's.
public struct MessagePageWriter: ~Copyable {
    private var json: JSONWriter
    private var pieces: [Range<Int>] = []

    /// - Parameter count: the expected number of messages; there may be more.
    public init(count: Int) {
        json = JSONWriter(capacity: count * 600)
        pieces.reserveCapacity(count)
    }

    /// - Returns: the message's number for `body`.
    public mutating func add(_ message: PlainMessage) -> Int {
        pieces.append(json.piece { ServerFrames.write(message, to: &$0) })
        return pieces.count - 1
    }

    /// - Returns: the message's number for `body`.
    public mutating func add(_ message: Message) -> Int {
        pieces.append(json.piece { ServerFrames.write(message, to: &$0) })
        return pieces.count - 1
    }

    /// The bytes that a message takes.
    func size(of number: Int) -> Int { pieces[number].count }

    /// Writes a message as a field of another object.
    borrowing func write(_ number: Int, as key: StaticString, to writer: inout JSONWriter) {
        writer.raw(key, pieces[number], of: json)
    }

    /// - Parameter messages: numbers of messages, in the page's order.
    public borrowing func body(
        of messages: some Collection<Int>,
        hasMore: Bool,
        people: [MessagePage.FormerMember]
    ) -> [UInt8] {
        let chosen = messages.map { pieces[$0] }
        return JSONWriter.object(capacity: 64 + chosen.reduce(0) { $0 + $1.count + 1 }) { writer in
            writer.list("messages", chosen) { list, piece in list.raw(piece, of: json) }
            writer.field("hasMore", hasMore)
            ServerFrames.write(people, to: &writer)
        }
    }
}

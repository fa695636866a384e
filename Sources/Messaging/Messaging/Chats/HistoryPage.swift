import Domain
import SpotterAPI
import Storage

/// Writes a page of history from rows. A message that is all in its row, as most are, is written from the row's columns. The
/// others become a `Message`, which is completed from other tables and written afterwards.
struct HistoryPage: ~Copyable {
    private struct Entry {
        let sender: UserID
        /// About its bytes as JSON; see `PageBytes`.
        var size: Int
        /// Its number in `writer`.
        var number: Int
    }

    private let range: HistoryRange
    private let cursors: Cursors
    private let query: MessageQuery
    private var writer: MessagePageWriter
    /// In the order of reading.
    private var entries: [Entry] = []
    private var (others, extras): ([Message], [MessageExtras]) = ([], [])
    /// For each of `others` the index of its entry.
    private var places: [Int] = []

    init(_ range: HistoryRange, as cursors: Cursors, _ query: MessageQuery) {
        (self.range, self.cursors, self.query) = (range, cursors, query)
        writer = MessagePageWriter(count: range.limit + 1)
        entries.reserveCapacity(range.limit + 1)
    }

    mutating func read(_ chat: ChatID, on connection: any SQLConnection) throws {
        var left = PageBytes.max
        try connection.forEach(
            range.isForward ? Self.forward : Self.backward,
            [chat, range.bound, range.limit + 1]
        ) { row in
            left -= try add(row)
            // The page is full, and there is more.
            return left >= 0 || entries.count == 1
        }
        try query.complete(&others, extras, on: connection)
        for (place, message) in zip(places, others) {
            var message = message
            message.status = cursors.status(of: message)
            entries[place].size = PageBytes.size(of: message)
            entries[place].number = writer.add(message)
        }
    }

    private static func statement(_ condition: String) -> String {
        "SELECT \(MessageRow.columns) FROM messages m \(condition)"
    }
    private static let forward = statement(HistoryRange.forward)
    private static let backward = statement(HistoryRange.backward)

    /// - Returns: about the bytes that it takes.
    private mutating func add(_ row: any SQLRow) throws -> Int {
        let entry = try plain(row) ?? other(row)
        entries.append(entry)
        return entry.size
    }

    /// Writes the message of a row, if it's all there is of it.
    private mutating func plain(_ row: any SQLRow) throws -> Entry? {
        guard let head = try PlainRow(row) else { return nil }
        let status = cursors.status(ofMessageAt: head.seq, by: head.sender, isImported: head.isImported)
        var entry: Entry?
        try row.utf8(MessageRow.Column.text) { text in
            let number = writer.add(try head.message(row, text, status))
            entry = Entry(sender: head.sender, size: PageBytes.size(ofPlain: text), number: number)
        }
        return entry
    }

    private mutating func other(_ row: any SQLRow) throws -> Entry {
        let row = try MessageRow(row: row)
        places.append(entries.count)
        others.append(row.message)
        extras.append(row.extras)
        return Entry(sender: row.message.senderId, size: PageBytes.size(of: row.message), number: 0)
    }

    /// The response's body.
    func body(on connection: any SQLConnection) throws -> [UInt8] {
        let count = min(range.limit, PageBytes.prefix(of: entries.lazy.map(\.size)))
        let shown = entries.prefix(count)
        let numbers = shown.map(\.number)
        return writer.body(
            of: range.isForward ? numbers : numbers.reversed(),
            hasMore: entries.count > count,
            people: try Chats.formerMembers(among: Set(shown.map(\.sender)), cursors, on: connection)
        )
    }
}

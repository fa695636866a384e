import Domain
import SpotterAPI
import Storage

/// Messages as JSON, written from their rows. One that is all in its row, as most are, is written from the row's columns. The
/// others become a `Message`, which is completed from other tables and written afterwards.
struct WrittenMessages: ~Copyable {
    struct Entry {
        let sender: UserID
        /// About its bytes as JSON; see `PageBytes`.
        fileprivate(set) var size: Int
        /// Its number in `writer`, known when the messages are complete.
        fileprivate(set) var number: Int
    }

    private(set) var writer: MessagePageWriter
    /// In the order of reading.
    private(set) var entries: [Entry] = []
    private var (others, extras): ([Message], [MessageExtras]) = ([], [])
    /// For each of `others` the index of its entry.
    private var places: [Int] = []

    /// - Parameter count: the expected number of messages; there may be more.
    init(count: Int) {
        writer = MessagePageWriter(count: count)
        entries.reserveCapacity(count)
    }

    /// Adds the message of a row that begins with `MessageRow.columns`.
    /// - Parameter cursors: those of its chat.
    /// - Returns: about the bytes that it takes.
    mutating func add(_ row: any SQLRow, as cursors: Cursors) throws -> Int {
        let entry = try plain(row, cursors) ?? other(row, cursors)
        entries.append(entry)
        return entry.size
    }

    /// Writes the message of a row, if it's all there is of it.
    private mutating func plain(_ row: any SQLRow, _ cursors: Cursors) throws -> Entry? {
        guard let head = try PlainRow(row) else { return nil }
        let status = cursors.status(ofMessageAt: head.seq, by: head.sender, isImported: head.isImported)
        var entry: Entry?
        try row.utf8(MessageRow.Column.text) { text in
            let number = writer.add(try head.message(row, text, status))
            entry = Entry(sender: head.sender, size: PageBytes.size(ofPlain: text), number: number)
        }
        return entry
    }

    private mutating func other(_ row: any SQLRow, _ cursors: Cursors) throws -> Entry {
        let row = try MessageRow(row: row)
        let message = cursors.withStatus(row.message)
        places.append(entries.count)
        others.append(message)
        extras.append(row.extras)
        return Entry(sender: message.senderId, size: PageBytes.size(of: message), number: 0)
    }

    /// Writes what `add` left for later. Call this after the last row.
    mutating func complete(by query: MessageQuery, on connection: any SQLConnection) throws {
        try query.complete(&others, extras, on: connection)
        for (place, message) in zip(places, others) {
            entries[place].size = PageBytes.size(of: message)
            entries[place].number = writer.add(message)
        }
    }
}

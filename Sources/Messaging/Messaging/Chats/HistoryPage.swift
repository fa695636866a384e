import Domain
import SpotterAPI
import Storage

/// Writes a page of history from rows.
struct HistoryPage: ~Copyable {
    private let range: HistoryRange
    private let cursors: Cursors
    private var messages: WrittenMessages

    init(_ range: HistoryRange, as cursors: Cursors) {
        (self.range, self.cursors) = (range, cursors)
        messages = WrittenMessages(count: range.limit + 1)
    }

    mutating func read(_ chat: ChatID, by query: MessageQuery, on connection: any SQLConnection) throws {
        var left = PageBytes.max
        try connection.forEach(
            range.isForward ? Self.forward : Self.backward,
            [chat, range.bound, range.limit + 1]
        ) { row in
            left -= try messages.add(row, as: cursors)
            // The page is full, and there is more.
            return left >= 0 || messages.entries.count == 1
        }
        try messages.complete(by: query, on: connection)
    }

    private static let forward = MessageRow.selection + HistoryRange.forward
    private static let backward = MessageRow.selection + HistoryRange.backward

    /// The response's body.
    func body(on connection: any SQLConnection) throws -> [UInt8] {
        let entries = messages.entries
        let count = min(range.limit, PageBytes.prefix(of: entries.lazy.map(\.size)))
        let shown = entries.prefix(count)
        let numbers = shown.map(\.number)
        return messages.writer.body(
            of: range.isForward ? numbers : numbers.reversed(),
            hasMore: entries.count > count,
            people: try Chats.formerMembers(among: Set(shown.map(\.sender)), cursors, on: connection)
        )
    }
}

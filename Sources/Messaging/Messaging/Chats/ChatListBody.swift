import Domain
import SpotterAPI
import Storage

/// Writes a user's chats as JSON from rows: the bytes that `ServerFrames.chats` makes of `ChatListQuery.chats`.
struct ChatListBody: ~Copyable {
    /// What the rows of a chat's members have given.
    private struct Members {
        var cursors: Cursors
        /// Where they are in `writer`.
        var written: Range<Int>?
        /// The first of the others.
        var other: String?
    }

    private let query: ChatListQuery
    private let rows: [ChatListQuery.ChatRow]
    private var writer: ChatListWriter
    private var members: [ChatID: Members] = [:]
    private var messages: WrittenMessages
    /// The index of each chat's last message.
    private var last: [ChatID: Int] = [:]

    init(_ query: ChatListQuery) throws {
        let rows = try query.rows()
        self.query = query
        self.rows = rows
        writer = ChatListWriter(members: 4 * rows.count)
        messages = WrittenMessages(count: rows.count)
        for row in rows {
            members[row.id] = Members(cursors: Cursors([], left: row.left, viewerShares: row.viewerShares))
        }
    }

    mutating func read() throws {
        let query = query
        try query.forEachMember { chat, row in add(row, of: chat) }
        try query.forEachLastMessage { row in
            let chat = try row.id(MessageRow.Column.chat, ChatID.self)
            guard let cursors = members[chat]?.cursors else { return }
            last[chat] = messages.entries.count
            _ = try messages.add(row, as: cursors)
        }
        try messages.complete(by: query.messages, on: query.connection)
    }

    /// A chat's members come one after another. Chats without rows aren't shown.
    private mutating func add(_ row: ChatListQuery.MemberRow, of chat: ChatID) {
        guard let index = members.index(forKey: chat) else { return }
        let first = members.values[index].written
        let shown = row.shown(to: query.viewer, whoShares: members.values[index].cursors.viewerShares)
        let written = writer.add(shown, isFirst: first == nil)
        members.values[index].written = (first ?? written).lowerBound..<written.upperBound
        members.values[index].cursors.add(row.position)
        guard row.member.userId != query.viewer, members.values[index].other == nil else { return }
        members.values[index].other = row.member.displayName
    }

    /// The response's body.
    func body() throws -> [UInt8] { writer.body(of: try entries(), messages.writer) }

    /// The body of `ChatChangesResponse`.
    func changes(since known: [ChatID: String]) throws -> [UInt8] {
        writer.changes(of: try entries(), since: known, messages.writer)
    }

    private func entries() throws -> [ChatListWriter.Entry] {
        let pins = try query.pins()
        let drafts = try query.drafts()
        var entries: [ChatListWriter.Entry] = []
        for row in rows {
            let found = members[row.id]
            entries.append(
                ChatListWriter.Entry(
                    chat: row.chat(pins: pins[row.id] ?? [], draft: drafts[row.id], other: found?.other),
                    members: found?.written ?? 0..<0,
                    lastMessage: last[row.id].map { messages.entries[$0].number }
                )
            )
        }
        return entries
    }
}

import Domain
import Storage

/// Removal of chats without members. Nobody can see them once the last member has left. Their contents are removed in
/// transactions so small that they don't delay sends. `purgeDeserted` finishes a removal that a crash interrupted.
extension Chats {
    private static let purgeBatch = 200

    /// Removes chats without members that a crash left behind. Returns their number.
    @discardableResult
    public func purgeDeserted() async throws -> Int {
        let deserted = try await database.read { connection in
            try connection.query(
                "SELECT id FROM chats c WHERE NOT EXISTS (SELECT 1 FROM members m WHERE m.chat_id = c.id)"
            ) { try $0.id(0, ChatID.self) }
        }
        for chat in deserted { try await purge(chat) }
        return deserted.count
    }

    func purge(_ chat: ChatID) async throws {
        while try await database.write({ try purgeSome(of: chat, on: $0) }) {}
        observer.chatWasRemoved(chat)
    }

    /// Removes some messages, or the chat itself once it has none. Returns whether there is more to remove. Files lose
    /// their links to the messages and are collected like other unused files.
    private func purgeSome(of chat: ChatID, on connection: any SQLConnection) throws -> Bool {
        guard try !connection.exists("SELECT 1 FROM members WHERE chat_id = $1", chat) else { return false }
        let rows = try connection.query(
            """
            SELECT \(MessageIdentity.columns), id FROM message_rows
            WHERE chat = (SELECT num FROM chats WHERE id = $1) LIMIT $2
            """,
            chat,
            Self.purgeBatch
        ) { (identity: try MessageIdentity(row: $0), id: try $0.id(4, MessageID.self)) }
        if !rows.isEmpty { try FullText.textWillBeErased(on: connection) }
        for message in rows.map(\.id) {
            try observer.messageWillBeErased(message, in: chat, on: connection)
            for table in Self.ofMessages {
                try connection.execute("DELETE FROM \(table) WHERE message_id = $1", message)
            }
            try connection.execute("DELETE FROM message_rows WHERE id = $1", message)
        }
        if let last = rows.map(\.identity.num).max() { try MessageFeed.messagesAreRemoved(upTo: last, on: connection) }
        try sentMessages.remove(rows.map(\.identity), on: connection)
        guard rows.isEmpty else { return true }
        connection.markErasure()
        for table in Self.ofChats { try connection.execute("DELETE FROM \(table) WHERE chat_id = $1", chat) }
        try connection.execute("DELETE FROM chats WHERE id = $1", chat)
        states.forget(chat)
        return false
    }

    private static let ofMessages = [
        "message_edits", "message_media", "reactions", "mentions", "message_transcripts",
    ]
    private static let ofChats = ["pins", "drafts", "receipt_marks", "chat_events"]
}

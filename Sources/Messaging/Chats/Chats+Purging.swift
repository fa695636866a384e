import Domain
import Storage

/// The end of chats that nobody is in any more. Nobody sees them from the moment in which the last one left; their
/// contents go in jobs so small that sends don't wait. What a crash leaves is found by `purgeDeserted`.
extension Chats {
    private static let purgedAtOnce = 200

    /// Finishes what was begun and cut off; how many chats.
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
        index.chatRemoved(chat)
    }

    /// Whether there's more. Files lose their links with the messages, and are collected like others without any.
    private func purgeSome(of chat: ChatID, on connection: any SQLConnection) throws -> Bool {
        guard try !connection.exists("SELECT 1 FROM members WHERE chat_id = $1", chat) else { return false }
        let messages = try connection.query(
            "SELECT id FROM messages WHERE chat_id = $1 LIMIT $2",
            chat,
            Self.purgedAtOnce
        ) { try $0.id(0, MessageID.self) }
        for message in messages {
            for table in Self.ofMessages {
                try connection.execute("DELETE FROM \(table) WHERE message_id = $1", message)
            }
            try connection.execute("DELETE FROM messages WHERE id = $1", message)
        }
        guard messages.isEmpty else { return true }
        for table in Self.ofChats { try connection.execute("DELETE FROM \(table) WHERE chat_id = $1", chat) }
        try connection.execute("DELETE FROM chats WHERE id = $1", chat)
        states.forget(chat)
        return false
    }

    private static let ofMessages = [
        "message_edits", "message_media", "reactions", "mentions", "vectors", "embedding_queue",
    ]
    private static let ofChats = ["pins", "drafts", "receipt_marks", "chat_events"]
}

package import Domain

extension ClientCache {
    /// Stores a chat with its whole history, as if it had been fetched. For measurements.
    /// - Parameter messages: numbered from 1 without a gap, up to `chat.seq`.
    /// - Throws: an error if the cache can't be written.
    package func fill(_ chat: Chat, with messages: [Message]) throws {
        var record = CachedChat(chat)
        if chat.seq > 0 { record.known.insert(1...chat.seq) }
        try write { transaction in
            try transaction.save(record)
            for message in messages { try transaction.put(message) }
        }
    }
}

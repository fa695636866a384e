import Domain

/// Stores a replica's chats and messages. Each value is one transaction.
protocol ReplicaStore {
    func record(of chat: ChatID) throws -> CachedChat?
    func chatIDs() throws -> [ChatID]
    /// Inserts or replaces.
    func save(_ record: CachedChat) throws
    /// Also removes all of its messages.
    func remove(_ chat: ChatID) throws

    func message(_ id: MessageID, in chat: ChatID) throws -> Message?
    func replies(to id: MessageID, in chat: ChatID) throws -> [Message]
    /// Inserts or replaces. Removes the outbox entry of the same message.
    func put(_ message: Message) throws
    func removeMessages(of chat: ChatID) throws
    /// The number of messages by others in a range of `seq` that aren't deleted or imported, and how many of them mention the user.
    func unread(in chat: ChatID, after low: Int64, through high: Int64) throws -> (count: Int, mentions: Int)
}

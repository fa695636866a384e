import Domain

/// Where a replica's chats and messages are. One value of it is one transaction.
protocol ReplicaStore {
    func record(of chat: ChatID) throws -> ChatRecord?
    func chatIDs() throws -> [ChatID]
    /// Inserts or replaces.
    func save(_ record: ChatRecord) throws
    /// With all of its messages.
    func remove(_ chat: ChatID) throws

    func message(_ id: MessageID, in chat: ChatID) throws -> Message?
    func replies(to id: MessageID, in chat: ChatID) throws -> [Message]
    /// Inserts or replaces; a message of the outbox that it answers leaves the outbox.
    func put(_ message: Message) throws
    func removeMessages(of chat: ChatID) throws
    /// Messages of others that aren't deleted, by `seq`: how many, and how many mention the user.
    func unread(in chat: ChatID, after low: Int64, through high: Int64) throws -> (count: Int, mentions: Int)
}

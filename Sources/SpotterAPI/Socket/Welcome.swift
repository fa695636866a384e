public import Domain

/// The server's answer to `hello`.
public struct Welcome: Sendable, Equatable, Codable {
    /// Where a chat stands, as the server knows it.
    public struct Position: Sendable, Equatable, Codable {
        public let chatId: ChatID
        /// Of the latest durable change.
        public let seq: Int64
        public let readSeq: Int64
        public let unread: Int

        public init(chatId: ChatID, seq: Int64, readSeq: Int64, unread: Int) {
            self.chatId = chatId
            self.seq = seq
            self.readSeq = readSeq
            self.unread = unread
        }
    }

    public let userId: UserID
    public let sessionId: SessionID
    public let serverTime: Timestamp
    /// How often the client should ping.
    public let heartbeatSeconds: Int
    public let chats: [Position]

    public init(
        userId: UserID,
        sessionId: SessionID,
        serverTime: Timestamp,
        heartbeatSeconds: Int,
        chats: [Position]
    ) {
        self.userId = userId
        self.sessionId = sessionId
        self.serverTime = serverTime
        self.heartbeatSeconds = heartbeatSeconds
        self.chats = chats
    }
}

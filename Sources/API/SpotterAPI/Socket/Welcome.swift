public import Domain

/// The server's answer to `hello`: `{"type":"welcome","userId","sessionId","serverTime","heartbeatSeconds","chats"}`.
///
/// ```swift
/// func unread(_ welcome: Welcome) -> Int { welcome.chats.reduce(0) { $0 + $1.unread } }
/// ```
public struct Welcome: Sendable, Equatable, Codable {
    /// The position of a chat on the server.
    public struct Position: Sendable, Equatable, Codable {
        public let chatId: ChatID
        /// The `seq` of the latest durable change.
        public let seq: Int64
        public let readSeq: Int64
        public let unread: Int
        @DefaultsToEmpty public var unreadMentions: Int

        public init(chatId: ChatID, seq: Int64, readSeq: Int64, unread: Int, unreadMentions: Int = 0) {
            self.chatId = chatId
            self.seq = seq
            self.readSeq = readSeq
            self.unread = unread
            self.unreadMentions = unreadMentions
        }
    }

    public let userId: UserID
    public let sessionId: SessionID
    public let serverTime: Timestamp
    /// The interval of the client's pings, in seconds.
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

extension Welcome.Position {
    public init(_ gap: ChatGap) {
        self.init(
            chatId: gap.chatId,
            seq: gap.seq,
            readSeq: gap.readSeq,
            unread: gap.unread,
            unreadMentions: gap.unreadMentions
        )
    }
}

extension ServerFrames {
    /// Encoded by hand, because all clients reconnect at once after a restart.
    public static func welcome(_ welcome: Welcome) -> [UInt8] {
        JSONWriter.object(capacity: 256 + welcome.chats.count * 128) { writer in
            writer.field(type: .welcome)
            writer.field("userId", welcome.userId)
            writer.field("sessionId", welcome.sessionId)
            writer.field("serverTime", welcome.serverTime)
            writer.field("heartbeatSeconds", Int64(welcome.heartbeatSeconds))
            writer.list("chats", welcome.chats) { list, chat in
                list.object {
                    $0.field("chatId", chat.chatId)
                    $0.field("seq", chat.seq)
                    $0.field("readSeq", chat.readSeq)
                    $0.field("unread", Int64(chat.unread))
                    $0.field("unreadMentions", Int64(chat.unreadMentions))
                }
            }
        }
    }
}

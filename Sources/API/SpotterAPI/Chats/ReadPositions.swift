public import Domain

/// Marks all messages up to `seq` as read: `POST /v1/chats/{chatId}/read`.
///
/// ```swift
/// let request = ReadRequest(seq: 17)
/// ```
public struct ReadRequest: APIValue {
    public let seq: Int64

    public init(seq: Int64) { self.seq = seq }
    public static var example: ReadRequest { ReadRequest(seq: 17) }
}

/// The read position after marking messages as read.
///
/// ```swift
/// func isDone(_ position: ReadPosition) -> Bool { position.unread == 0 }
/// ```
public struct ReadPosition: APIValue, Hashable {
    public let readSeq: Int64
    public let unread: Int

    public init(readSeq: Int64, unread: Int) {
        self.readSeq = readSeq
        self.unread = unread
    }

    public static var example: ReadPosition { ReadPosition(readSeq: 17, unread: 0) }
}

/// One chat in the response to `POST /v1/chats/read`.
///
/// ```swift
/// func total(_ response: ReadAllResponse) -> Int { response.chats.reduce(0) { $0 + $1.unread } }
/// ```
public struct ChatReadPosition: Sendable, Codable, Hashable {
    public let chatId: ChatID
    public let readSeq: Int64
    public let unread: Int

    public init(chatId: ChatID, readSeq: Int64, unread: Int) {
        self.chatId = chatId
        self.readSeq = readSeq
        self.unread = unread
    }
}

/// `POST /v1/chats/read`: marks all messages in all chats as read.
public struct ReadAllResponse: APIValue {
    public let chats: [ChatReadPosition]

    public init(chats: [ChatReadPosition]) { self.chats = chats }

    public static var example: ReadAllResponse {
        ReadAllResponse(chats: [ChatReadPosition(chatId: Examples.chat.id, readSeq: 17, unread: 0)])
    }
}

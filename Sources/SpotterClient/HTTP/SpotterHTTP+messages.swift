public import Domain

/// A message on its way: the same `clientMessageId` names the same message, however often it's sent.
public struct Draft: Sendable, Hashable {
    public let chatId: ChatID
    public let clientMessageId: String
    public let text: String
    public let replyTo: MessageID?
    public let mediaIds: [MediaID]

    public init(
        chatId: ChatID,
        clientMessageId: String,
        text: String,
        replyTo: MessageID? = nil,
        mediaIds: [MediaID] = []
    ) {
        self.chatId = chatId
        self.clientMessageId = clientMessageId
        self.text = text
        self.replyTo = replyTo
        self.mediaIds = mediaIds
    }
}

/// Messages of a chat, oldest first.
public struct MessagePage: Sendable, Equatable, Codable {
    public let messages: [Message]
    /// Whether there are more in the direction that was asked for.
    public let hasMore: Bool
}

/// Where the reader is after marking messages read.
public struct ReadPosition: Sendable, Equatable, Codable {
    public let readSeq: Int64
    public let unread: Int
}

extension SpotterHTTP {
    private struct NewMessage: Encodable {
        let clientMessageId: String
        let text: String
        let replyTo: MessageID?
        let mediaIds: [MediaID]?
    }
    private struct MessageAnswer: Decodable { let message: Message }
    private struct Edit: Encodable { let text: String }
    private struct Position: Encodable { let seq: Int64 }
    private struct EventSequencer: Encodable { let positions: [String: Int64] }
    private struct SyncAnswer: Decodable { let chats: [ChatDelta] }

    /// Stores a message. Safe to repeat: a draft that the server has seen gives the message it became.
    public func send(_ draft: Draft) async throws -> Message {
        let body = NewMessage(
            clientMessageId: draft.clientMessageId,
            text: draft.text,
            replyTo: draft.replyTo,
            mediaIds: draft.mediaIds.isEmpty ? nil : draft.mediaIds
        )
        return try await send(.post("/v1/chats/\(draft.chatId)/messages", body), MessageAnswer.self).message
    }

    /// A page of messages before or after a `seq`; the latest when neither is given.
    /// - Parameter limit: 1 to 200.
    public func messages(
        in chat: ChatID,
        before: Int64? = nil,
        after: Int64? = nil,
        limit: Int = 50
    ) async throws -> MessagePage {
        let query = [("before", before.map(String.init)), ("after", after.map(String.init)), ("limit", String(limit))]
        return try await send(.get("/v1/chats/\(chat)/messages", query))
    }

    public func edit(_ message: MessageID, in chat: ChatID, text: String) async throws -> Message {
        try await send(.patch("/v1/chats/\(chat)/messages/\(message)", Edit(text: text)), MessageAnswer.self).message
    }

    public func delete(_ message: MessageID, in chat: ChatID) async throws {
        try await send(.delete("/v1/chats/\(chat)/messages/\(message)"))
    }

    /// Marks everything up to `seq` as read.
    @discardableResult
    public func markRead(_ chat: ChatID, upTo seq: Int64) async throws -> ReadPosition {
        try await send(.post("/v1/chats/\(chat)/read", Position(seq: seq)))
    }

    /// What happened after the given positions.
    public func sync(_ positions: [ChatID: Int64]) async throws -> [ChatDelta] {
        try await send(.post("/v1/sync", EventSequencer(positions: positions.wire)), SyncAnswer.self).chats
    }
}

extension [ChatID: Int64] {
    /// Chat ids as JSON keys; a dictionary with other keys would be encoded as an array.
    var wire: [String: Int64] { Dictionary<String, Int64>(uniqueKeysWithValues: map { ($0.description, $1) }) }
}

public import Domain
public import SpotterAPI

extension SpotterHTTP {
    /// Stores a message. Safe to repeat: a draft that the server has seen gives the message it became.
    public func send(_ draft: Draft) async throws -> Message {
        try await send(.post("/v1/chats/\(draft.chatId)/messages", draft.request), MessageResponse.self).message
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
        try await send(
            .patch("/v1/chats/\(chat)/messages/\(message)", EditMessageRequest(text: text)),
            MessageResponse.self
        ).message
    }

    public func delete(_ message: MessageID, in chat: ChatID) async throws {
        try await send(.delete("/v1/chats/\(chat)/messages/\(message)"))
    }

    /// Marks everything up to `seq` as read.
    @discardableResult
    public func markRead(_ chat: ChatID, upTo seq: Int64) async throws -> ReadPosition {
        try await send(.post("/v1/chats/\(chat)/read", ReadRequest(seq: seq)))
    }

    /// What happened after the given positions.
    public func sync(_ positions: [ChatID: Int64]) async throws -> [ChatGap] {
        try await send(.post("/v1/sync", SyncRequest(positions: positions)), SyncResponse.self).chats
    }
}

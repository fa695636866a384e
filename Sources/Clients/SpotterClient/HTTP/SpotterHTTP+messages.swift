public import Domain
public import SpotterAPI

extension SpotterHTTP {
    /// Sends a message. Can be repeated: if the server already has the draft, it returns the stored message.
    /// - Throws: `ClientError.refused` with `invalid_request`, `not_a_member`, `forbidden`, `conflict`, `not_found` or
    ///   `rate_limited`.
    public func send(_ draft: Draft) async throws -> Message {
        try await send(.post("/v1/chats/\(draft.chatId)/messages", draft.request), MessageResponse.self).message
    }

    /// A page of messages before or after a `seq`; the latest ones if neither is given.
    /// - Parameter limit: 1 to 200.
    /// - Throws: `ClientError`; `not_a_member` if the user isn't in the chat.
    public func messages(
        in chat: ChatID,
        before: Int64? = nil,
        after: Int64? = nil,
        limit: Int = 50
    ) async throws -> MessagePage {
        let query = [("before", before.map(String.init)), ("after", after.map(String.init)), ("limit", String(limit))]
        return try await send(.get("/v1/chats/\(chat)/messages", query))
    }

    /// One message.
    /// - Throws: `ClientError`; `not_a_member` or `not_found`.
    public func message(_ message: MessageID, in chat: ChatID) async throws -> Message {
        try await send(.get("/v1/chats/\(chat)/messages/\(message)"), MessageResponse.self).message
    }

    /// Changes the text of one of the user's messages.
    /// - Throws: `ClientError.refused` with `invalid_request` if the text is empty or too long; `not_a_member`,
    ///   `forbidden` or `not_found`.
    public func edit(_ message: MessageID, in chat: ChatID, text: String) async throws -> Message {
        try await send(
            .patch("/v1/chats/\(chat)/messages/\(message)", EditMessageRequest(text: text)),
            MessageResponse.self
        ).message
    }

    /// Deletes a message.
    /// - Throws: `ClientError.refused` with `not_a_member` or `not_found`.
    public func delete(_ message: MessageID, in chat: ChatID) async throws {
        try await send(.delete("/v1/chats/\(chat)/messages/\(message)"))
    }

    /// Marks all messages up to `seq` as read.
    /// - Throws: `ClientError`; `not_a_member` if the user isn't in the chat.
    @discardableResult
    public func markRead(_ chat: ChatID, upTo seq: Int64) async throws -> ReadPosition {
        try await send(.post("/v1/chats/\(chat)/read", ReadRequest(seq: seq)))
    }

    /// The events after the given positions, per chat.
    /// - Throws: `ClientError`; `invalid_request` for more than 10 000 chats.
    public func sync(_ positions: [ChatID: Int64]) async throws -> [ChatGap] {
        try await send(.post("/v1/sync", SyncRequest(positions: positions)), SyncResponse.self).chats
    }
}

public import Domain
public import SpotterAPI

/// What there is to do in a chat, and what messages suggest.
extension SpotterHTTP {
    /// What a chat, or a period of it, was about.
    /// - Throws: `ClientError`; `not_a_member` unless the user is in the chat.
    public func summary(of chat: ChatID, _ request: SummaryRequest = SummaryRequest()) async throws -> ChatSummary {
        try await send(.post("/v1/chats/\(chat)/summary", request), ChatSummary.self)
    }

    /// What is to be done, was decided and is urgent.
    /// - Throws: `ClientError`; `not_a_member` unless the user is in the chat.
    public func insights(of chat: ChatID) async throws -> ChatInsights {
        try await send(.get("/v1/chats/\(chat)/insights"), ChatInsights.self)
    }

    /// Marks a task as done, or as open again.
    /// - Throws: `ClientError`; `not_found` if the chat has no such task.
    public func update(
        actionItem id: ActionItemID,
        in chat: ChatID,
        _ request: UpdateActionItemRequest
    ) async throws -> ActionItem {
        try await send(.patch("/v1/chats/\(chat)/action-items/\(id)", request), ActionItemResponse.self).actionItem
    }
}

public import Domain
public import Foundation
public import SpotterAPI

/// Conversations with the assistant.
extension SpotterHTTP {
    /// The user's conversations, pinned ones first, then latest first.
    /// - Parameter limit: 1 to 200.
    /// - Throws: `ClientError`.
    public func conversations(
        archived: Bool = false,
        query: String? = nil,
        before: ConversationID? = nil,
        limit: Int = 50
    ) async throws -> ConversationTree.Page {
        let parameters = [
            ("archived", archived ? "true" : nil), ("query", query), ("before", before?.description),
            ("limit", String(limit)),
        ]
        return try await send(.get("/v1/assistant/conversations", parameters))
    }

    /// A conversation with all its turns, or what has changed in it since a revision.
    /// - Throws: `ClientError.refused` with `not_found`.
    public func conversation(_ id: ConversationID, since: Int64? = nil) async throws -> ConversationTree {
        try await send(.get("/v1/assistant/conversations/\(id)", [("since", since.map { String($0) })]))
    }

    /// - Throws: `ClientError.refused` with `not_found` or `invalid_request`.
    public func update(
        conversation id: ConversationID,
        _ request: UpdateConversationRequest
    ) async throws -> ConversationHead {
        try await send(.patch("/v1/assistant/conversations/\(id)", request), ConversationResponse.self).conversation
    }

    /// - Throws: `ClientError.refused` with `not_found`.
    public func delete(conversation id: ConversationID) async throws {
        try await send(.delete("/v1/assistant/conversations/\(id)"))
    }

    /// Makes a turn, or the alternative after (1) or before it (-1), part of the active branch.
    /// - Returns: what has changed.
    /// - Throws: `ClientError.refused` with `not_found`.
    public func select(turn id: TurnID, step: Int? = nil) async throws -> ConversationTree {
        try await send(.post("/v1/assistant/messages/\(id)/select", SelectBranchRequest(step: step)))
    }

    /// Deletes a turn with everything below it.
    /// - Returns: what has changed.
    /// - Throws: `ClientError.refused` with `not_found`.
    public func delete(turn id: TurnID) async throws -> ConversationTree {
        try await send(.delete("/v1/assistant/messages/\(id)"))
    }

    /// The active branch in Markdown, or all of it in JSON.
    /// - Throws: `ClientError.refused` with `not_found`.
    public func export(conversation id: ConversationID, _ format: ConversationExportFormat) async throws -> Data {
        try await data(.get("/v1/assistant/conversations/\(id)/export", [("format", format.rawValue)]))
    }

    // MARK: Instructions

    /// Changes what the assistant is told of how its answers should be; `nil` for nothing.
    /// - Throws: `ClientError.refused` with `invalid_request`.
    public func setInstructions(_ text: String?) async throws -> Profile {
        let change: FieldChange<String> = text.map { .set($0) } ?? .cleared
        return try await self.change(profile: UpdateProfileRequest(customInstructions: change))
    }
}

public import Domain
public import SpotterAPI

extension SpotterHTTP {
    /// Searches the user's messages.
    /// - Throws: `ClientError`; `invalid_request` if the query can't be searched for, `not_a_member` for a chat that
    ///   the user isn't in.
    public func search(_ request: SearchRequest) async throws -> SearchResponse {
        try await send(.post("/v1/search", request))
    }

    /// Messages whose meaning is similar to that of a message in one of the user's chats.
    /// - Parameter limit: 1 to 50.
    /// - Throws: `ClientError`; `not_found` if the user can't see the message.
    public func related(to message: MessageID, limit: Int = 10) async throws -> SearchResponse {
        try await send(.get("/v1/messages/\(message)/related", [("limit", "\(limit)")]))
    }
}

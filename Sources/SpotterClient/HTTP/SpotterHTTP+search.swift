public import Domain
public import SpotterAPI

extension SpotterHTTP {
    public func search(_ request: SearchRequest) async throws -> SearchResponse {
        try await send(.post("/v1/search", request))
    }

    /// Messages that mean much the same as one of one's own chats.
    public func related(to message: MessageID, limit: Int = 10) async throws -> SearchResponse {
        try await send(.get("/v1/messages/\(message)/related", [("limit", "\(limit)")]))
    }
}

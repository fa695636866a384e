public import Domain
public import SpotterAPI

extension SpotterHTTP {
    /// Makes an API key. Its secret is told this once.
    /// - Throws: `ClientError`.
    public func makeKey(_ request: NewKeyRequest) async throws -> NewKeyResponse {
        try await send(.post("/v1/keys", request))
    }

    /// The user's API keys, oldest first.
    /// - Throws: `ClientError`.
    public func keys() async throws -> [APIKey] { try await send(.get("/v1/keys"), KeysResponse.self).keys }

    /// Ends a key.
    /// - Throws: `ClientError`.
    public func revokeKey(_ id: SessionID) async throws { try await send(.delete("/v1/keys/\(id)")) }
}

public import SpotterAPI

extension SpotterHTTP {
    /// The models that can answer, the default first.
    /// - Throws: `ClientError`.
    public func models() async throws -> AssistantModelsResponse { try await send(.get("/v1/assistant/models")) }

    /// What the user has used of the language models, and may use.
    /// - Throws: `ClientError`.
    public func usage() async throws -> ModelUsageResponse { try await send(.get("/v1/me/usage")) }
}

public import Domain
public import SpotterAPI

extension SpotterHTTP {
    /// Replies that are sent by themselves: a trainer's settings and agreements, or what trainers have offered.
    /// - Throws: `ClientError`.
    public func automatic() async throws -> AutomaticResponse { try await send(.get("/v1/automatic")) }

    /// Changes a trainer's settings.
    /// - Throws: `ClientError`.
    public func change(automatic request: AutomaticSettingsRequest) async throws -> AutomaticResponse {
        try await send(.patch("/v1/automatic", request))
    }

    /// Offers a client replies.
    /// - Throws: `ClientError`.
    public func offerAutomatic(_ kinds: [AutomaticKind], to client: UserID) async throws -> AutomaticResponse {
        try await send(.put("/v1/automatic/agreements/\(client)", AutomaticOfferRequest(kinds: kinds)))
    }

    /// Agrees to a trainer's offer.
    /// - Parameter shown: what the user has seen of it.
    /// - Throws: `ClientError`; `.refused` with `conflict` if the offer has become another one.
    public func acceptAutomatic(
        of trainer: UserID,
        shown: AcceptAutomaticRequest = AcceptAutomaticRequest()
    ) async throws -> AutomaticResponse {
        try await send(.post("/v1/automatic/agreements/\(trainer)/accept", shown))
    }

    /// Ends an offer or an agreement.
    /// - Throws: `ClientError`.
    public func endAutomatic(with user: UserID) async throws {
        try await send(.delete("/v1/automatic/agreements/\(user)"))
    }

    /// What was planned, sent, undone and dropped, the newest first.
    /// - Throws: `ClientError`.
    public func automaticReplies() async throws -> [AutomaticReply] {
        try await send(.get("/v1/automatic/replies"), AutomaticRepliesResponse.self).replies
    }

    /// Stops a planned reply, or deletes one just sent.
    /// - Throws: `ClientError`.
    public func undoAutomatic(_ id: AutomaticReplyID) async throws -> AutomaticReply {
        try await send(.post("/v1/automatic/replies/\(id)/undo"), AutomaticReplyResponse.self).reply
    }

    /// What would have been sent in past weeks.
    /// - Throws: `ClientError`.
    public func previewAutomatic(_ request: AutomaticPreviewRequest) async throws -> AutomaticPreviewResponse {
        try await send(.post("/v1/automatic/preview", request))
    }
}

public import SpotterAPI

/// The weekly page of a trainer.
extension SpotterHTTP {
    /// Who needs attention, and why.
    /// - Throws: `ClientError`; `forbidden` unless the user is a trainer.
    public func week() async throws -> WeekPage { try await send(.get("/v1/assistant/week"), WeekPage.self) }

    /// Proposes what a reason suggests.
    /// - Throws: `ClientError`; `not_found` if the page has no such reason any more.
    public func draft(_ reason: WeekReasonID, _ request: WeekDraftRequest) async throws -> SuggestedProposalsResponse {
        try await send(
            .post("/v1/assistant/week/reasons/\(reason)/draft", request),
            SuggestedProposalsResponse.self
        )
    }

    /// The reason isn't shown any more.
    /// - Throws: `ClientError`; `not_found` if the page has no such reason.
    public func dismiss(_ reason: WeekReasonID) async throws {
        try await send(.put("/v1/assistant/week/reasons/\(reason)/dismissal"))
    }

    /// It's shown again.
    /// - Throws: `ClientError`.
    public func restore(_ reason: WeekReasonID) async throws {
        try await send(.delete("/v1/assistant/week/reasons/\(reason)/dismissal"))
    }

    /// Whether and when the user is told of the page.
    /// - Throws: `ClientError`; `forbidden` unless the user is a trainer.
    public func proactive() async throws -> ProactiveSettingsResponse {
        try await send(.get("/v1/me/proactive"), ProactiveSettingsResponse.self)
    }

    /// Changes it.
    /// - Throws: `ClientError`; `forbidden` unless the user is a trainer.
    public func change(proactive request: UpdateProactiveRequest) async throws -> ProactiveSettingsResponse {
        try await send(.patch("/v1/me/proactive", request), ProactiveSettingsResponse.self)
    }
}

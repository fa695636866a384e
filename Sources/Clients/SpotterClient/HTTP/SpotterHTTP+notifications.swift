public import Domain
public import SpotterAPI

/// Devices and addresses that are notified of messages.
extension SpotterHTTP {
    /// The user's subscriptions, and the kinds that this server offers.
    /// - Throws: `ClientError`.
    public func subscriptions() async throws -> SubscriptionsResponse { try await send(.get("/v1/me/notifications")) }

    /// Subscribes, or renews what has the same target. It ends with this log-in.
    /// - Throws: `ClientError`; `invalid_request` if the target is invalid or the server doesn't offer its kind.
    public func subscribe(_ subscription: NewSubscription) async throws -> SubscriptionResponse {
        try await send(.post("/v1/me/notifications", subscription))
    }

    /// - Throws: `ClientError`; `not_found` if the user has no such subscription.
    public func unsubscribe(_ id: SubscriptionID) async throws { try await send(.delete("/v1/me/notifications/\(id)")) }

    /// Sends a test now.
    /// - Throws: `ClientError`.
    public func test(_ id: SubscriptionID) async throws -> NotificationTestResult {
        try await send(.post("/v1/me/notifications/\(id)/test"))
    }
}

public import Domain

/// What everybody has used of the language models in a month: `GET /v1/admin/usage`.
public struct ModelUsageOverview: APIValue, Hashable {
    public struct OfUser: Sendable, Codable, Hashable {
        public var userId: UserID
        public var displayName: String
        public var total: ModelUsageTotals

        public init(userId: UserID, displayName: String, total: ModelUsageTotals) {
            self.userId = userId
            self.displayName = displayName
            self.total = total
        }
    }

    /// The first instant of the month, in UTC.
    public var from: Timestamp
    /// The first instant of the next one.
    public var until: Timestamp
    public var total: ModelUsageTotals
    /// Those who have used any, by cost and then by tokens, the most first; at most 1000.
    public var users: [OfUser]
    /// By name.
    public var models: [ModelUsageResponse.OfModel]
    public var currency: String

    public init(
        from: Timestamp,
        until: Timestamp,
        total: ModelUsageTotals,
        users: [OfUser],
        models: [ModelUsageResponse.OfModel],
        currency: String
    ) {
        self.from = from
        self.until = until
        self.total = total
        self.users = users
        self.models = models
        self.currency = currency
    }

    public static var example: ModelUsageOverview {
        let usage = ModelUsageResponse.example
        return ModelUsageOverview(
            from: Examples.time,
            until: Examples.later,
            total: usage.month,
            users: [.init(userId: Examples.sara, displayName: "Sara", total: usage.month)],
            models: usage.models,
            currency: usage.currency
        )
    }
}

public import Domain

/// How much of the language models one user may use; `null` is without limit. Days and months are those of UTC.
///
/// ```swift
/// func isLimited(_ budget: ModelBudget) -> Bool { budget.costPerMonth != nil || budget.costPerDay != nil }
/// ```
public struct ModelBudget: Sendable, Codable, Hashable {
    /// Requests to a model: an answer that searches takes several.
    @Nullable public var requestsPerDay: Int?
    /// Tokens of requests and answers together.
    @Nullable public var tokensPerDay: Int?
    @Nullable public var costPerDay: Double?
    @Nullable public var requestsPerMonth: Int?
    @Nullable public var tokensPerMonth: Int?
    @Nullable public var costPerMonth: Double?

    public init(
        requestsPerDay: Int? = nil,
        tokensPerDay: Int? = nil,
        costPerDay: Double? = nil,
        requestsPerMonth: Int? = nil,
        tokensPerMonth: Int? = nil,
        costPerMonth: Double? = nil
    ) {
        self.requestsPerDay = requestsPerDay
        self.tokensPerDay = tokensPerDay
        self.costPerDay = costPerDay
        self.requestsPerMonth = requestsPerMonth
        self.tokensPerMonth = tokensPerMonth
        self.costPerMonth = costPerMonth
    }
}

/// What requests to language models have used.
public struct ModelUsageTotals: Sendable, Codable, Hashable {
    public var requests: Int
    /// All tokens of the requests, those from the provider's cache included.
    public var inputTokens: Int
    public var cachedInputTokens: Int
    /// All tokens of the answers, reasoning included.
    public var outputTokens: Int
    public var cost: Double

    public init(
        requests: Int = 0,
        inputTokens: Int = 0,
        cachedInputTokens: Int = 0,
        outputTokens: Int = 0,
        cost: Double = 0
    ) {
        self.requests = requests
        self.inputTokens = inputTokens
        self.cachedInputTokens = cachedInputTokens
        self.outputTokens = outputTokens
        self.cost = cost
    }
}

/// One user's use of the language models and their budget: `GET /v1/me/usage`, `GET` and `PATCH
/// /v1/admin/users/{user}/budget`.
///
/// ```swift
/// func spent(_ usage: ModelUsageResponse) -> String { "\(usage.month.cost) \(usage.currency)" }
/// ```
public struct ModelUsageResponse: APIValue, Hashable {
    /// The use of one model in this month.
    public struct OfModel: Sendable, Codable, Hashable {
        public var model: String
        public var total: ModelUsageTotals

        public init(model: String, total: ModelUsageTotals) {
            self.model = model
            self.total = total
        }
    }

    public var day: ModelUsageTotals
    /// When the budget of the day begins again.
    public var dayEndsAt: Timestamp
    public var month: ModelUsageTotals
    public var monthEndsAt: Timestamp
    public var budget: ModelBudget
    /// This month's use by model, by its name.
    public var models: [OfModel]
    /// Of all costs, such as `USD`.
    public var currency: String

    public init(
        day: ModelUsageTotals,
        dayEndsAt: Timestamp,
        month: ModelUsageTotals,
        monthEndsAt: Timestamp,
        budget: ModelBudget,
        models: [OfModel],
        currency: String
    ) {
        self.day = day
        self.dayEndsAt = dayEndsAt
        self.month = month
        self.monthEndsAt = monthEndsAt
        self.budget = budget
        self.models = models
        self.currency = currency
    }

    public static var example: ModelUsageResponse {
        let total = ModelUsageTotals(
            requests: 3,
            inputTokens: 4_200,
            cachedInputTokens: 3_072,
            outputTokens: 640,
            cost: 0.0082
        )
        return ModelUsageResponse(
            day: total,
            dayEndsAt: Examples.time,
            month: total,
            monthEndsAt: Examples.time,
            budget: ModelBudget(tokensPerDay: 100_000, costPerMonth: 5),
            models: [.init(model: "gpt-5.2", total: total)],
            currency: "USD"
        )
    }
}

/// Changes a user's budget: `PATCH /v1/admin/users/{user}/budget`. Omitted limits stay, `null` is the server's own limit,
/// and -1 none.
///
/// ```swift
/// let request = ModelBudgetRequest(tokensPerDay: .set(100_000), costPerMonth: .cleared)
/// ```
public struct ModelBudgetRequest: APIValue {
    /// Of any limit: without one.
    public static let unlimited = -1
    public static let maxCount = 1_000_000_000_000
    public static let maxCost = 1_000_000

    public var requestsPerDay: FieldChange<Int>
    public var tokensPerDay: FieldChange<Int>
    public var costPerDay: FieldChange<Double>
    public var requestsPerMonth: FieldChange<Int>
    public var tokensPerMonth: FieldChange<Int>
    public var costPerMonth: FieldChange<Double>

    public init(
        requestsPerDay: FieldChange<Int> = .unchanged,
        tokensPerDay: FieldChange<Int> = .unchanged,
        costPerDay: FieldChange<Double> = .unchanged,
        requestsPerMonth: FieldChange<Int> = .unchanged,
        tokensPerMonth: FieldChange<Int> = .unchanged,
        costPerMonth: FieldChange<Double> = .unchanged
    ) {
        self.requestsPerDay = requestsPerDay
        self.tokensPerDay = tokensPerDay
        self.costPerDay = costPerDay
        self.requestsPerMonth = requestsPerMonth
        self.tokensPerMonth = tokensPerMonth
        self.costPerMonth = costPerMonth
    }

    public static var example: ModelBudgetRequest { ModelBudgetRequest(tokensPerDay: .set(100_000)) }
}

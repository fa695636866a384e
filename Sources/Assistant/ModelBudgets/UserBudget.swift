import Domain
import SpotterAPI
import Storage

/// The limits that the operator has set for one user, where they differ from the server's.
struct UserBudget: Sendable, Hashable {
    /// One limit: `nil` is the server's, -1 none.
    var values: [BudgetField: Int] = [:]

    private static let columns = BudgetField.allCases.map(\.column).joined(separator: ", ")

    /// `nil` if the user has none.
    static func find(_ user: UserID, on connection: any SQLConnection) throws -> UserBudget? {
        try connection.first("SELECT \(columns) FROM model_budgets WHERE user_id = $1", user) { row in
            var budget = UserBudget()
            for (position, field) in BudgetField.allCases.enumerated() {
                budget.values[field] = try row.optionalInt(position).map { Int(clamping: $0) }
            }
            return budget
        }
    }

    /// Stores it; one without any limit of its own is removed.
    func store(for user: UserID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM model_budgets WHERE user_id = $1", user)
        guard !values.isEmpty else { return }
        try connection.execute(
            "INSERT INTO model_budgets (user_id, \(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7)",
            user,
            values[.requestsPerDay],
            values[.tokensPerDay],
            values[.costPerDay],
            values[.requestsPerMonth],
            values[.tokensPerMonth],
            values[.costPerMonth]
        )
    }

    /// The limits that hold for a user.
    static func limits(
        of user: UserID,
        over standard: BudgetLimits,
        on connection: any SQLConnection
    ) throws -> BudgetLimits {
        try find(user, on: connection)?.limits(over: standard) ?? standard
    }

    private func limits(over standard: BudgetLimits) -> BudgetLimits {
        var limits = standard
        for (field, value) in values {
            limits[keyPath: field.limit] = value == ModelBudgetRequest.unlimited ? nil : value
        }
        return limits
    }
}

/// One limit of a budget, by its name on the wire. The order is that of the table's columns.
enum BudgetField: String, Sendable, CaseIterable {
    case requestsPerDay, tokensPerDay, costPerDay, requestsPerMonth, tokensPerMonth, costPerMonth

    var column: String {
        switch self {
        case .requestsPerDay: "requests_per_day"
        case .tokensPerDay: "tokens_per_day"
        case .costPerDay: "cost_per_day"
        case .requestsPerMonth: "requests_per_month"
        case .tokensPerMonth: "tokens_per_month"
        case .costPerMonth: "cost_per_month"
        }
    }

    var limit: WritableKeyPath<BudgetLimits, Int?> {
        switch self {
        case .requestsPerDay: \.day.requests
        case .tokensPerDay: \.day.tokens
        case .costPerDay: \.day.cost
        case .requestsPerMonth: \.month.requests
        case .tokensPerMonth: \.month.tokens
        case .costPerMonth: \.month.cost
        }
    }
}

public import Accounts
public import Domain
import LanguageModels
public import SpotterAPI
package import Storage

/// Users' budgets for the language models, and what they have used of them.
public struct ModelBudgets: Sendable {
    /// The model that no budget limits: Spotter's own.
    package static let freeModel = "built-in"

    package let ledger: UsageLedger
    /// Of all prices, costs and budgets.
    package let currency: String

    package init(ledger: UsageLedger, currency: String) {
        self.ledger = ledger
        self.currency = currency
    }

    /// What a user has used today and this month, and may use.
    public func usage(of user: UserID) async throws -> ModelUsageResponse {
        await ledger.writeKept()
        let (windows, standard, currency) = (UsageWindows(at: ledger.clock.now()), ledger.standard, currency)
        return try await ledger.database.read { connection in
            let limits = try UserBudget.limits(of: user, over: standard, on: connection)
            let used = try UsageLedger.used(by: user, windows, on: connection)
            let models = try connection.query(
                """
                SELECT model, \(UsageSum.columns()) FROM model_usage
                WHERE owner_id = $1 AND at >= $2 GROUP BY model ORDER BY model
                """,
                user,
                windows.month.lowerBound
            ) { ModelUsageResponse.OfModel(model: try $0.text(0), total: try UsageSum(row: $0, from: 1).totals) }
            return ModelUsageResponse(
                day: used.day.totals,
                dayEndsAt: windows.day.upperBound,
                month: used.month.totals,
                monthEndsAt: windows.month.upperBound,
                budget: ModelBudget(limits),
                models: models,
                currency: currency
            )
        }
    }

    /// Account deletion: what the user has used, and their budget.
    package func erase(_ user: UserID) async throws {
        try await ledger.database.write { connection in
            connection.markErasure()
            try connection.execute("DELETE FROM model_usage WHERE owner_id = $1", user)
            try connection.execute("DELETE FROM model_budgets WHERE user_id = $1", user)
        }
    }

    package static func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        try !connection.exists(
            "SELECT 1 FROM model_usage WHERE owner_id = $1 UNION ALL SELECT 1 FROM model_budgets WHERE user_id = $1",
            user
        )
    }

    /// Changes a user's budget. Requests that have begun keep what they reserved.
    /// - Throws: `invalid_request` for a limit that can't be one.
    public func change(_ user: UserID, _ request: ModelBudgetRequest, by admin: AdminActor) async throws {
        let changes = try request.values()
        let now = ledger.clock.now()
        try await ledger.database.write { connection in
            var budget = try UserBudget.find(user, on: connection) ?? UserBudget()
            for (field, value) in changes { budget.values[field] = value }
            try budget.store(for: user, on: connection)
            try AdminLog.record(
                .setBudget,
                user: user,
                by: admin,
                detail: changes.keys.map(\.rawValue).sorted().joined(separator: " "),
                at: now,
                on: connection
            )
        }
    }
}

extension ModelBudgetRequest {
    /// The limits that change: `nil` for the server's own, costs in millionths.
    fileprivate func values() throws(SpotterError) -> [BudgetField: Int?] {
        var values: [BudgetField: Int?] = [:]
        let counts: [(BudgetField, FieldChange<Int>)] = [
            (.requestsPerDay, requestsPerDay), (.tokensPerDay, tokensPerDay), (.requestsPerMonth, requestsPerMonth),
            (.tokensPerMonth, tokensPerMonth),
        ]
        for (field, change) in counts {
            guard let value = change.replacement else { continue }
            guard value.map({ $0 <= Self.maxCount }) ?? true else {
                throw .invalid(
                    "\(field.rawValue) is at most \(Self.maxCount), null for the server's own, or -1 for none."
                )
            }
            values[field] = .some(value.map { max($0, Self.unlimited) })
        }
        for (field, change) in [(BudgetField.costPerDay, costPerDay), (.costPerMonth, costPerMonth)] {
            guard let value = change.replacement else { continue }
            guard value.map({ $0.isFinite && $0 <= Double(Self.maxCost) }) ?? true else {
                throw .invalid(
                    "\(field.rawValue) is at most \(Self.maxCost), null for the server's own, or -1 for none."
                )
            }
            values[field] = .some(value.map { $0 < 0 ? Self.unlimited : Int(($0 * 1_000_000).rounded()) })
        }
        return values
    }
}

extension ModelBudget {
    init(_ limits: BudgetLimits) {
        func units(_ micros: Int?) -> Double? { micros.map { Double($0) / 1_000_000 } }
        self.init(
            requestsPerDay: limits.day.requests,
            tokensPerDay: limits.day.tokens,
            costPerDay: units(limits.day.cost),
            requestsPerMonth: limits.month.requests,
            tokensPerMonth: limits.month.tokens,
            costPerMonth: units(limits.month.cost)
        )
    }
}

extension UsageSum {
    var totals: ModelUsageTotals {
        ModelUsageTotals(
            requests: requests,
            inputTokens: inputTokens,
            cachedInputTokens: cachedInputTokens,
            outputTokens: outputTokens,
            cost: Self.units(cost)
        )
    }
}

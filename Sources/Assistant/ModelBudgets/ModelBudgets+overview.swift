import Accounts
public import Domain
public import SpotterAPI
import Storage

extension ModelBudgets {
    /// How long single requests stay in the ledger: more than a year, so that a month can be compared with the same of the
    /// year before.
    static let keptSeconds: Int64 = 400 * 86_400
    private static let maxUsers = 1000

    /// What everybody has used in the month of an instant.
    /// - Parameter instant: `nil` for now.
    public func overview(at instant: Timestamp? = nil) async throws -> ModelUsageOverview {
        await ledger.writeKept()
        let month = UsageWindows(at: instant ?? ledger.clock.now()).month
        let currency = currency
        return try await ledger.database.read { connection in
            let total = try connection.first(
                "SELECT \(UsageSum.columns()) FROM model_usage WHERE at >= $1 AND at < $2",
                month.lowerBound,
                month.upperBound
            ) { try UsageSum(row: $0).totals }
            let users = try connection.query(
                """
                SELECT u.id, u.display_name, \(UsageSum.columns()) FROM model_usage m \(User.join("u", on: "m.owner_id"))
                WHERE m.at >= $1 AND m.at < $2 GROUP BY u.id
                ORDER BY sum(m.cost) DESC, sum(m.input_tokens + m.output_tokens) DESC, u.id LIMIT $3
                """,
                month.lowerBound,
                month.upperBound,
                Self.maxUsers
            ) { row in
                ModelUsageOverview.OfUser(
                    userId: try row.id(0),
                    displayName: try row.text(1),
                    total: try UsageSum(row: row, from: 2).totals
                )
            }
            let models = try connection.query(
                """
                SELECT model, \(UsageSum.columns()) FROM model_usage WHERE at >= $1 AND at < $2
                GROUP BY model ORDER BY model
                """,
                month.lowerBound,
                month.upperBound
            ) { ModelUsageResponse.OfModel(model: try $0.text(0), total: try UsageSum(row: $0, from: 1).totals) }
            return ModelUsageOverview(
                from: month.lowerBound,
                until: month.upperBound,
                total: total ?? UsageSum().totals,
                users: users,
                models: models,
                currency: currency
            )
        }
    }

    /// Deletes single requests that are older than a year and a month.
    public func deleteOld() async throws {
        let limit = ledger.clock.now().adding(seconds: -Self.keptSeconds)
        try await ledger.database.write { connection in
            _ = try connection.execute("DELETE FROM model_usage WHERE at < $1 AND state = 'settled'", limit)
        }
    }
}

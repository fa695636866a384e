import Domain
package import Storage

/// The sum of requests to models.
package struct UsageSum: Sendable, Hashable {
    package var requests = 0
    package var inputTokens = 0
    var cachedInputTokens = 0
    package var outputTokens = 0
    /// In trillionths of the currency.
    var cost: Int64 = 0

    var tokens: Int { inputTokens + outputTokens }

    /// A cost in units of the currency.
    package static func units(_ cost: Int64) -> Double { Double(cost) / 1_000_000_000_000 }

    /// Columns of a sum of the rows that satisfy a condition.
    package static func columns(where condition: String = "TRUE") -> String {
        """
        coalesce(sum(CASE WHEN \(condition) THEN 1 END), 0), \
        coalesce(sum(CASE WHEN \(condition) THEN input_tokens END), 0), \
        coalesce(sum(CASE WHEN \(condition) THEN cached_tokens END), 0), \
        coalesce(sum(CASE WHEN \(condition) THEN output_tokens END), 0), \
        coalesce(sum(CASE WHEN \(condition) THEN cost END), 0)
        """
    }

    package static let columnCount = 5

    package init() {}

    package init(row: any SQLRow, from first: Int = 0) throws {
        requests = Int(clamping: try row.int(first))
        inputTokens = Int(clamping: try row.int(first + 1))
        cachedInputTokens = Int(clamping: try row.int(first + 2))
        outputTokens = Int(clamping: try row.int(first + 3))
        cost = try row.int(first + 4)
    }
}

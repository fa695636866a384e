package import Domain
package import SpotterAPI
package import Storage

/// One request to a language model, as an export has it.
package struct UsageRow: Encodable, Sendable {
    package let id: UsageID
    let model: String
    let at: Timestamp
    let inputTokens: Int64
    let cachedInputTokens: Int64
    let outputTokens: Int64
    let cost: Double
    let isEstimate: Bool

    init(row: any SQLRow) throws {
        id = try row.id(0)
        model = try row.text(1)
        at = try row.timestamp(2)
        inputTokens = try row.int(3)
        cachedInputTokens = try row.int(4)
        outputTokens = try row.int(5)
        cost = UsageSum.units(try row.int(6))
        isEstimate = try row.int(7) != 0
    }

    /// A user's requests above an id, in the order of their ids.
    package static func all(
        of user: UserID,
        after id: UsageID,
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [UsageRow] {
        try connection.query(
            """
            SELECT id, model, at, input_tokens, cached_tokens, output_tokens, cost, is_estimate FROM model_usage
            WHERE owner_id = $1 AND id > $2 ORDER BY id LIMIT $3
            """,
            user,
            id,
            limit
        ) { try UsageRow(row: $0) }
    }
}

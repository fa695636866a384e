/// Follows the messages in the order in which they were stored, whatever chat they belong to: where one of the things
/// made from them stands.
///
/// `messages.num` only ever grows, over restarts and deletions too, so "after `num`" means "not seen yet".
package enum IndexProgress: String, Sendable {
    case fulltext, embedding

    package func read(on connection: any SQLConnection) throws -> Int64 {
        try connection.first("SELECT num FROM index_progress WHERE name = $1", rawValue) { try $0.int(0) } ?? 0
    }

    package func move(to num: Int64, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO index_progress (name, num) VALUES ($1, $2)
            ON CONFLICT (name) DO UPDATE SET num = max(num, excluded.num)
            """,
            rawValue,
            num
        )
    }

    /// The end of the next `limit` messages; nothing where there are none.
    package func next(_ limit: Int, after num: Int64, on connection: any SQLConnection) throws -> Int64? {
        try connection.first(
            "SELECT max(num) FROM (SELECT num FROM messages WHERE num > $1 ORDER BY num LIMIT $2)",
            num,
            limit
        ) { try $0.optionalInt(0) } ?? nil
    }

    /// The highest number that was ever given to a message, as far as anything remembers it.
    package static func last(on connection: any SQLConnection) throws -> Int64 {
        try connection.first(
            """
            SELECT max(coalesce((SELECT max(num) FROM messages), 0), coalesce((SELECT max(num) FROM index_progress), 0))
            """
        ) { try $0.int(0) } ?? 0
    }
}

package import Domain
package import Storage

/// All messages of all chats in the order in which they were stored, for data derived from them. Each consumer stores
/// its own position.
///
/// `messages.num` only grows, even after restarts and deletions, so "after `num`" means "not seen yet".
///
/// ```swift
/// if let part = try MessageFeed.embedding.next(100, on: connection) {
///     // … handle the messages after part.start, up to part.end
///     try MessageFeed.embedding.advance(to: part.end, on: connection)
/// }
/// ```
package enum MessageFeed: String, Sendable {
    case fullText = "fulltext"
    case embedding
    case profiles
    /// What a language model reads for client profiles.
    case profilesByModel = "profiles-model"
    /// What clients measure of themselves.
    case measures
    /// What a language model reads of them.
    case measuresByModel = "measures-model"
    case automatic
    case transcripts
    /// Answers to check-ins.
    case checkIns = "check-ins"

    /// The number of the last message that this consumer has processed; 0 if there is none.
    package func position(on connection: any SQLConnection) throws -> Int64 {
        try connection.first("SELECT num FROM index_progress WHERE name = $1", rawValue) { try $0.int(0) } ?? 0
    }

    /// Stores that everything up to `num` was processed. Never moves backwards.
    package func advance(to num: Int64, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO index_progress (name, num) VALUES ($1, $2)
            ON CONFLICT (name) DO UPDATE SET num = excluded.num WHERE index_progress.num < excluded.num
            """,
            rawValue,
            num
        )
    }

    /// Lets the consumer begin again with the first message.
    package func rewind(on connection: any SQLConnection) throws {
        try connection.execute("UPDATE index_progress SET num = 0 WHERE name = $1", rawValue)
    }

    /// Whether this consumer has ever stored a position, or has since it was forgotten.
    package func hasBegun(on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM index_progress WHERE name = $1", rawValue)
    }

    /// Forgets the consumer's position, as if it had never begun.
    package func forget(on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM index_progress WHERE name = $1", rawValue)
    }

    /// The messages after `start`, up to `end`, and whether there may be more after them.
    package struct Part: Sendable, Hashable {
        package let start: Int64
        package let end: Int64
        package let hasMore: Bool
    }

    /// The next `limit` messages that this consumer hasn't processed; `nil` if there are none.
    package func next(_ limit: Int, on connection: any SQLConnection) throws -> Part? {
        let part = try connection.first(
            """
            SELECT min(num), max(num), count(*) FROM (
                SELECT num FROM message_rows
                WHERE num > coalesce((SELECT p.num FROM index_progress p WHERE p.name = $1), 0) ORDER BY num LIMIT $2
            ) n
            """,
            rawValue,
            limit
        ) { row in
            // Before the first message there is none that wasn't processed.
            try row.optionalInt(0).map { first in
                Part(start: first - 1, end: try row.int(1), hasMore: try row.int(2) == limit)
            }
        }
        return part ?? nil
    }

    /// The number of the last of the next `limit` messages after a position; `nil` if there are none.
    package static func end(of limit: Int, after num: Int64, on connection: any SQLConnection) throws -> Int64? {
        try connection.first(
            "SELECT max(num) FROM (SELECT num FROM message_rows WHERE num > $1 ORDER BY num LIMIT $2) n",
            num,
            limit
        ) { try $0.optionalInt(0) } ?? nil
    }

    /// The number of the last message before a time; 0 if there is none. Reads the messages since.
    package func lastBefore(_ time: Timestamp, on connection: any SQLConnection) throws -> Int64 {
        try connection.first(
            "SELECT num FROM message_rows WHERE created_at < $1 ORDER BY num DESC LIMIT 1",
            time
        ) { try $0.int(0) } ?? 0
    }

    /// A message's position in the feed.
    package struct Entry: Sendable, Hashable {
        package let num: Int64
        package let message: MessageID

        package init(num: Int64, message: MessageID) {
            self.num = num
            self.message = message
        }
    }

    /// The last message whose number is at most `num` and, if `id` is given, whose id is at most `id`.
    package static func last(
        upTo num: Int64 = .max,
        id: MessageID? = nil,
        on connection: any SQLConnection
    ) throws -> Entry? {
        try connection.first(
            "SELECT num, id FROM message_rows WHERE num <= $1 AND id <= coalesce($2, id) ORDER BY num DESC LIMIT 1",
            num,
            id
        ) { Entry(num: try $0.int(0), message: try $0.id(1)) }
    }

    /// The undeleted messages between two numbers (the first excluded, the last included) since a time, in order.
    package static func entries(
        after first: Int64,
        upTo last: Int64,
        since: Timestamp,
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [Entry] {
        try connection.query(
            """
            SELECT num, id FROM message_rows
            WHERE num > $1 AND num <= $2 AND created_at >= $3 AND deleted_at IS NULL ORDER BY num LIMIT $4
            """,
            first,
            last,
            since,
            limit
        ) { Entry(num: try $0.int(0), message: try $0.id(1)) }
    }

    /// Whether the message still has this position.
    package static func contains(_ entry: Entry, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM message_rows WHERE num = $1 AND id = $2", entry.num, entry.message)
    }

    /// Notes that messages are being removed, the last of which has this number: no other one gets it, on any server.
    package static func messagesAreRemoved(upTo num: Int64, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO index_progress (name, num) VALUES ('removed', $1)
            ON CONFLICT (name) DO UPDATE SET num = excluded.num WHERE index_progress.num < excluded.num
            """,
            num
        )
    }

    /// The highest number that is stored for any message or consumer position.
    package static func lastNumber(on connection: any SQLConnection) throws -> Int64 {
        try connection.first(
            """
            SELECT coalesce(max(num), 0) FROM (
                SELECT max(num) AS num FROM message_rows UNION ALL SELECT max(num) FROM index_progress
                UNION ALL SELECT max(indexed) FROM sent_message_progress
            ) n
            """
        ) { try $0.int(0) } ?? 0
    }
}

import Domain
import Storage

/// The undeleted messages that a user wrote, in all chats, left ones included.
///
/// ```swift
/// var pages = try SentMessages(of: user, on: connection)
/// let numbers = try pages.next(100, on: connection)  // empty at the end
/// ```
struct SentMessages: Sendable {
    private enum Place {
        case indexed(hash: Int64, num: Int64)
        case recent(num: Int64)
    }

    /// `nil` if the user has never written anything.
    private let sender: Int64?
    /// Messages with higher numbers are looked for among the rows, also if they are indexed meanwhile.
    private let indexed: Int64
    private var place = Place.indexed(hash: .min, num: 0)

    init(of user: UserID, on connection: any SQLConnection) throws {
        sender = try connection.first("SELECT num FROM senders WHERE user_id = $1", user) { try $0.int(0) }
        indexed = try SentMessageProgress.read(on: connection).indexed
    }

    /// The numbers of the next messages, in no particular order.
    mutating func next(_ limit: Int, on connection: any SQLConnection) throws -> [Int64] {
        guard let sender else { return [] }
        if case .indexed(let hash, let num) = place {
            let found = try connection.query(
                """
                SELECT i.hash, i.num FROM sent_messages i JOIN message_rows r ON r.num = i.num AND r.sender = i.sender
                WHERE i.sender = $1 AND (i.hash, i.num) > ($2, $3) AND i.num <= $4 AND r.deleted_at IS NULL
                ORDER BY i.hash, i.num LIMIT $5
                """,
                sender,
                hash,
                num,
                indexed,
                limit
            ) { (hash: try $0.int(0), num: try $0.int(1)) }
            if let last = found.last {
                place = .indexed(hash: last.hash, num: last.num)
                return found.map(\.num)
            }
            place = .recent(num: indexed)
        }
        guard case .recent(let num) = place else { return [] }
        let found = try connection.query(
            """
            SELECT num FROM message_rows WHERE num > $1 AND sender = $2 AND deleted_at IS NULL ORDER BY num LIMIT $3
            """,
            num,
            sender,
            limit
        ) { try $0.int(0) }
        if let last = found.last { place = .recent(num: last) }
        return found
    }

    func count(on connection: any SQLConnection) throws -> Int {
        guard let sender else { return 0 }
        let counts = try connection.query(
            """
            SELECT count(*) FROM sent_messages i JOIN message_rows r ON r.num = i.num AND r.sender = i.sender
            WHERE i.sender = $1 AND i.num <= $2 AND r.deleted_at IS NULL
            UNION ALL
            SELECT count(*) FROM message_rows WHERE num > $2 AND sender = $1 AND deleted_at IS NULL
            """,
            sender,
            indexed
        ) { try $0.int(0) }
        return Int(clamping: counts.reduce(0, +))
    }
}

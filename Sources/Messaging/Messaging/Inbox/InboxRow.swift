import Contacts
import Domain
import Storage

/// A chat in which somebody waits.
struct InboxRow: Sendable {
    let chatId: ChatID
    let since: Timestamp
    let snoozedUntil: Timestamp?
    /// Whether somebody has written since it was snoozed.
    let isWoken: Bool
    let lastNum: Int64

    func isSnoozed(at now: Timestamp) -> Bool { snoozedUntil.map { $0 > now && !isWoken } ?? false }

    /// The user's chats that wait, longest first. Each chat costs a few look-ups by key.
    static func waiting(for user: UserID, at now: Timestamp, on connection: any SQLConnection) throws -> [InboxRow] {
        let rows =
            try connection.query(direct, now.adding(seconds: -importedDays * 86_400), user) { try InboxRow(row: $0) }
            + connection.query(groups, user) { try InboxRow(row: $0) }
        return rows.sorted { ($0.since, $0.chatId) < ($1.since, $1.chatId) }
    }

    private init(row: any SQLRow) throws {
        chatId = try row.id(0)
        since = try row.timestamp(1)
        snoozedUntil = try row.optionalTimestamp(2)
        isWoken = try row.bool(3)
        lastNum = try row.int(4)
    }

    /// The position up to which nothing waits.
    private static let handled = SQLExpression.largest("mine.last_sent_seq", "mine.done_seq", "mine.joined_seq")
    /// What was imported into a chat in use, or long ago, was answered elsewhere.
    private static let isImported = MessageExtras.isImported
    /// How long a message waits in a chat that came as a whole.
    private static let importedDays: Int64 = 14
    /// `r` comes after what the user said last there.
    private static let isWhollyImported = """
        NOT EXISTS (
            SELECT 1 FROM message_rows x WHERE x.chat = c.num AND NOT \(isImported("x.extras"))
            ORDER BY x.seq DESC LIMIT 1
        ) AND r.seq > coalesce((
            SELECT x.seq FROM messages x WHERE x.chat_id = c.id AND x.sender_id = mine.user_id
            ORDER BY x.seq DESC LIMIT 1
        ), 0)
        """
    private static let last = "(SELECT x.num FROM message_rows x WHERE x.chat = c.num ORDER BY x.seq DESC LIMIT 1)"

    /// Whoever has left or is blocked can't be answered.
    private static let direct = """
        SELECT c.id, waiting.created_at, mine.snoozed_until,
               EXISTS (
                   SELECT 1 FROM message_rows n WHERE n.chat = c.num AND n.deleted_at IS NULL
                       AND n.seq > \(SQLExpression.largest("mine.snoozed_seq", handled)) AND NOT \(isImported("n.extras"))
               ),
               \(last)
        FROM members mine JOIN chats c ON c.id = mine.chat_id
        JOIN members other ON other.chat_id = c.id AND other.user_id <> mine.user_id
        JOIN message_rows waiting ON waiting.num = (
            SELECT r.num FROM message_rows r WHERE r.chat = c.num AND r.seq > \(handled) AND r.deleted_at IS NULL
                AND (NOT \(isImported("r.extras")) OR r.created_at > $1 AND \(isWhollyImported))
            ORDER BY r.seq LIMIT 1
        )
        WHERE mine.user_id = $2 AND c.kind = 'direct' AND c.seq > \(handled)
            AND NOT \(BlockRows.condition(between: "mine.user_id", and: "other.user_id"))
        """

    private static let groups = """
        SELECT c.id, waiting.created_at, mine.snoozed_until,
               EXISTS (
                   SELECT 1 FROM mentions n JOIN message_rows r ON r.id = n.message_id
                   WHERE n.user_id = mine.user_id AND n.chat_id = mine.chat_id
                       AND n.seq > \(SQLExpression.largest("mine.snoozed_seq", handled)) AND NOT \(isImported("r.extras"))
               ),
               \(last)
        FROM members mine JOIN chats c ON c.id = mine.chat_id
        JOIN message_rows waiting ON waiting.id = (
            SELECT n.message_id FROM mentions n JOIN message_rows r ON r.id = n.message_id
            WHERE n.user_id = mine.user_id AND n.chat_id = mine.chat_id AND n.seq > \(handled)
                AND NOT \(isImported("r.extras"))
            ORDER BY n.seq LIMIT 1
        )
        WHERE mine.user_id = $1 AND c.kind = 'group' AND c.seq > \(handled)
        """
}

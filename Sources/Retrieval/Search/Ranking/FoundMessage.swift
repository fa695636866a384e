import Domain
import Storage

/// A message that may be shown to the asker, as it is in one snapshot.
struct FoundMessage: Sendable {
    let id: MessageID
    let num: Int64
    let seq: Int64
    let chatId: ChatID
    let clientMessageId: String
    let senderId: UserID
    let senderName: String
    let text: String
    let sentAt: Timestamp
    /// It passes the search's filter; else it's only looked at beside another.
    let isIncluded: Bool

    func result(score: Double, match: SearchResult.Match) -> SearchResult {
        SearchResult(
            messageId: id,
            chatId: chatId,
            clientMessageId: clientMessageId,
            senderId: senderId,
            senderName: senderName,
            text: text,
            sentAt: sentAt,
            score: score,
            match: match
        )
    }
}

/// Reads messages by the rights of one person at this moment: whatever gave the id, membership is checked here.
struct MessageReader {
    let actor: Actor
    let filter: SearchFilter
    let connection: any SQLConnection

    /// Nothing where the filter leaves it out.
    func message(_ id: MessageID) throws -> FoundMessage? {
        guard let message = try read("m.id = $2", [id]), message.isIncluded else { return nil }
        return message
    }

    /// What was said before it, in its chat.
    func before(_ message: FoundMessage) throws -> FoundMessage? {
        try neighbour(of: message, "<", "DESC")
    }

    func after(_ message: FoundMessage) throws -> FoundMessage? {
        try neighbour(of: message, ">", "ASC")
    }

    /// Not what came after the search's begin: later pages are of the same order.
    private func neighbour(of message: FoundMessage, _ side: String, _ order: String) throws -> FoundMessage? {
        let next = filter.arguments.count + 3
        return try read(
            "m.chat_id = $2 AND m.seq \(side) $\(next) AND m.num <= $\(next + 1) AND m.text <> '' ORDER BY m.seq \(order) LIMIT 1",
            [message.chatId],
            [message.seq, filter.upTo]
        )
    }

    /// The condition has `$2`, and after the filter's placeholders those of `more`.
    private func read(
        _ condition: String,
        _ argument: [any SQLBindable],
        _ more: [any SQLBindable] = []
    ) throws -> FoundMessage? {
        // Placeholders appear in ascending order: who, what, the filter, the rest.
        let included = filter.sql.isEmpty ? "1" : "CASE WHEN \(filter.sql) THEN 1 ELSE 0 END"
        return try connection.query(
            """
            WITH asked (user_id, what) AS (SELECT $1, $2)
            SELECT m.id, m.num, m.seq, m.chat_id, m.client_message_id, m.sender_id, u.display_name, m.text, m.created_at,
                \(included)
            FROM asked, messages m JOIN users u ON u.id = m.sender_id
            WHERE m.chat_id IN (SELECT chat_id FROM members WHERE user_id = asked.user_id)
              AND m.deleted_at IS NULL AND \(condition.replacing("$2", with: "asked.what"))
            """,
            [actor.userId] + argument + filter.arguments + more
        ) { row in
            FoundMessage(
                id: try row.id(0),
                num: try row.int(1),
                seq: try row.int(2),
                chatId: try row.id(3),
                clientMessageId: try row.text(4),
                senderId: try row.id(5),
                senderName: try row.text(6),
                text: try row.text(7),
                sentAt: try row.timestamp(8),
                isIncluded: try row.int(9) == 1
            )
        }.first
    }
}

import Domain
import SpotterAPI
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
        try read(
            "m.chat_id = $2 AND m.seq \(side) $3 AND m.num <= $4 AND m.text <> '' ORDER BY m.seq \(order) LIMIT 1",
            [message.chatId, message.seq, filter.upTo]
        )
    }

    /// - Parameter condition: on `m`, with placeholders from `$2` on. One index must answer it: it runs for each candidate.
    private func read(_ condition: String, _ arguments: [any SQLBindable]) throws -> FoundMessage? {
        try connection.query(
            """
            SELECT m.id, m.num, m.seq, m.chat_id, m.client_message_id, m.sender_id, u.display_name, m.text, m.created_at
            FROM messages m JOIN users u ON u.id = m.sender_id
            WHERE EXISTS (SELECT 1 FROM members WHERE chat_id = m.chat_id AND user_id = $1)
              AND m.deleted_at IS NULL AND \(condition)
            """,
            [actor.userId] + arguments
        ) { row in
            let (num, chat, sender, sentAt) = try (
                row.int(1), row.id(3, ChatID.self), row.id(5, UserID.self), row.timestamp(8)
            )
            return FoundMessage(
                id: try row.id(0),
                num: num,
                seq: try row.int(2),
                chatId: chat,
                clientMessageId: try row.text(4),
                senderId: sender,
                senderName: try row.text(6),
                text: try row.text(7),
                sentAt: sentAt,
                isIncluded: filter.includes(chat: chat, sender: sender, sentAt: sentAt, num: num)
            )
        }.first
    }
}

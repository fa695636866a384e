import Domain
import Foundation
import GRDB

extension CacheTransaction {
    func message(_ id: MessageID, in chat: ChatID) throws -> Message? {
        let statement = try database.cachedStatement(sql: "SELECT message FROM messages WHERE chat_id = ? AND id = ?")
        return try String.fetchOne(statement, arguments: [Self.blob(chat), Self.blob(id)])
            .map { try Self.decode(Message.self, $0) }
    }

    func replies(to id: MessageID, in chat: ChatID) throws -> [Message] {
        let statement = try database.cachedStatement(
            sql: "SELECT message FROM messages WHERE chat_id = ? AND reply_to = ?"
        )
        return try String.fetchAll(statement, arguments: [Self.blob(chat), Self.blob(id)])
            .map { try Self.decode(Message.self, $0) }
    }

    /// The latest `limit` messages of a range, oldest first.
    func messages(in chat: ChatID, _ range: ClosedRange<Int64>, limit: Int) throws -> [Message] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT message FROM messages WHERE chat_id = ? AND seq BETWEEN ? AND ? ORDER BY seq DESC LIMIT ?
                """
        )
        return try String.fetchAll(
            statement,
            arguments: [Self.blob(chat), range.lowerBound, range.upperBound, limit]
        ).reversed().map { try Self.decode(Message.self, $0) }
    }

    func put(_ message: Message) throws {
        try execute(
            """
            INSERT OR REPLACE INTO messages
                (chat_id, seq, id, sender_id, reply_to, is_deleted, mentions_me, message)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                Self.blob(message.chatId), message.seq, Self.blob(message.id), Self.blob(message.senderId),
                message.replyTo.map { Self.blob($0) }, message.deletedAt != nil, message.mentions.contains(me),
                try Self.encode(message),
            ]
        )
        if message.deletedAt != nil { try removePreviews(of: message.id, in: message.chatId) }
        if message.senderId == me { try removeFromOutbox(message.clientMessageId, in: message.chatId) }
    }

    func removeMessages(of chat: ChatID) throws {
        try execute("DELETE FROM messages WHERE chat_id = ?", [Self.blob(chat)])
    }

    func unread(in chat: ChatID, after low: Int64, through high: Int64) throws -> (count: Int, mentions: Int) {
        let statement = try database.cachedStatement(
            sql: """
                SELECT count(*), coalesce(sum(mentions_me), 0) FROM messages
                WHERE chat_id = ? AND seq > ? AND seq <= ? AND sender_id <> ? AND NOT is_deleted
                    AND json_extract(message, '$.imported') IS NULL
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [Self.blob(chat), low, high, Self.blob(me)]) else {
            return (0, 0)
        }
        return (row[0], row[1])
    }
}

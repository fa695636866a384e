import Domain
import GRDB

/// What the user has read, and what comes after.
extension CacheTransaction {
    /// The user's read cursor, including what the server hasn't been told yet.
    func readPosition(in chat: ChatID) throws -> Int64 {
        let statement = try database.cachedStatement(sql: "SELECT seq FROM pending_reads WHERE chat_id = ?")
        let pending = try Int64.fetchOne(statement, arguments: [Self.blob(chat)]) ?? 0
        return max(pending, try record(of: chat)?.chat.readSeq ?? 0)
    }

    /// The first `limit` messages of a range, oldest first.
    func messages(in chat: ChatID, after low: Int64, through high: Int64, limit: Int) throws -> [Message] {
        let statement = try database.cachedStatement(
            sql: "SELECT message FROM messages WHERE chat_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
        )
        return try String.fetchAll(statement, arguments: [Self.blob(chat), low, high, limit])
            .map { try Self.decode(Message.self, $0) }
    }
}

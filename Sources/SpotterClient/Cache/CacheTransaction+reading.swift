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

    /// The first message of others in a range that isn't deleted and not among `shown`.
    func firstUnread(
        in chat: ChatID,
        after low: Int64,
        through high: Int64,
        except shown: SequenceRanges
    ) throws -> Int64? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT seq FROM messages
                WHERE chat_id = ? AND seq > ? AND seq <= ? AND sender_id <> ? AND NOT is_deleted ORDER BY seq
                """
        )
        let seqs = try Int64.fetchCursor(statement, arguments: [Self.blob(chat), low, high, Self.blob(me)])
        while let seq = try seqs.next() {
            if !shown.contains(seq) { return seq }
        }
        return nil
    }
}

import Domain
import Foundation
import GRDB

/// Small previews of pictures. They go with their message, and with their chat.
extension CacheTransaction {
    /// The oldest go first.
    static let maxPreviewBytes = 24 << 20

    func preview(of media: MediaID) throws -> [UInt8]? {
        let statement = try database.cachedStatement(sql: "SELECT bytes FROM previews WHERE media_id = ?")
        return try Data.fetchOne(statement, arguments: [Self.blob(media)]).map { Array($0) }
    }

    /// Keeps nothing of a message that isn't in the cache, or was deleted meanwhile.
    func put(preview bytes: [UInt8], of media: MediaID, in message: MessageID, _ chat: ChatID) throws {
        try execute(
            """
            INSERT OR REPLACE INTO previews (media_id, chat_id, message_id, bytes)
            SELECT ?, chat_id, id, ? FROM messages WHERE chat_id = ? AND id = ? AND NOT is_deleted
            """,
            [Self.blob(media), Data(bytes), Self.blob(chat), Self.blob(message)]
        )
        try execute(
            """
            DELETE FROM previews WHERE number IN (
                SELECT number FROM (SELECT number, sum(length(bytes)) OVER (ORDER BY number DESC) AS total FROM previews)
                WHERE total > ?
            )
            """,
            [Self.maxPreviewBytes]
        )
    }

    func removePreviews(of message: MessageID, in chat: ChatID) throws {
        try execute("DELETE FROM previews WHERE chat_id = ? AND message_id = ?", [Self.blob(chat), Self.blob(message)])
    }

    func removePreviews(of chat: ChatID) throws {
        try execute("DELETE FROM previews WHERE chat_id = ?", [Self.blob(chat)])
    }
}

import Accounts
import Domain
import Storage

/// Deletes all messages that a user wrote, like single deletions.
extension Messages {
    private static let eraseBatch = 100

    private struct Written: Sendable {
        let id: MessageID
        let chat: ChatID
        let clientMessageId: String
    }

    /// Deletes the user's messages for all members, including in chats that the user has left. Each deletion is a
    /// durable change.
    func erase(from user: DeletedUser) async throws {
        var last: Written?
        while true {
            let batch = try await written(by: user.id, after: last)
            guard let end = batch.last else { return }
            try await erase(batch)
            last = end
        }
    }

    /// Follows the index that keeps messages unique, so that no batch rescans deleted messages.
    private func written(by user: UserID, after last: Written?) async throws -> [Written] {
        try await database.read { connection in
            try connection.query(
                """
                SELECT id, chat_id, client_message_id FROM messages
                WHERE sender_id = $1 AND (chat_id, client_message_id) > ($2, $3) AND deleted_at IS NULL
                ORDER BY chat_id, client_message_id LIMIT $4
                """,
                user,
                last?.chat ?? ChatID(high: 0, low: 0),
                last?.clientMessageId ?? "",
                Self.eraseBatch
            ) { Written(id: try $0.id(0), chat: try $0.id(1), clientMessageId: try $0.text(2)) }
        }
    }

    /// Uses one transaction per chat.
    private func erase(_ batch: [Written]) async throws {
        let observer = observer
        for (chat, written) in Dictionary(grouping: batch, by: \.chat) {
            do {
                _ = try await transactions.change(
                    chat,
                    committed: { (deleted: [Message]) in for message in deleted { observer.messageDidChange(message) } }
                ) { transaction in
                    try written.compactMap { try delete($0.id, in: &transaction) }
                }
            } catch let error as SpotterError where error.code == .notAMember {
                // The chat has been removed with its last member in the meantime.
            }
        }
    }

    /// Deletes one message; `nil` if it is already deleted.
    private func delete(_ id: MessageID, in transaction: inout ChatTransaction) throws -> Message? {
        guard try transaction.connection.exists("SELECT 1 FROM messages WHERE id = $1 AND deleted_at IS NULL", id)
        else {
            return nil
        }
        let wasPinned = try erase(id, in: transaction)
        let deleted = try transaction.changed(.messageDeleted, id)
        if wasPinned { try transaction.changedHeader() }
        return deleted
    }
}

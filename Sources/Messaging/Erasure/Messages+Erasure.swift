import Domain
import Storage

/// Deleting everything that somebody wrote, as they could have done one by one.
extension Messages {
    private static let erasedAtOnce = 100

    private struct Written: Sendable {
        let id: MessageID
        let chat: ChatID
        let clientMessageId: String
    }

    /// Deletes the user's messages for all, also in chats that they have left: a durable change for each.
    func erase(from user: FormerUser) async throws {
        var last: Written?
        while true {
            let batch = try await written(by: user.id, after: last)
            guard let end = batch.last else { return }
            try await erase(batch)
            last = end
        }
    }

    /// By the index that keeps messages unique, so that no batch passes over what others have deleted.
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
                Self.erasedAtOnce
            ) { Written(id: try $0.id(0), chat: try $0.id(1), clientMessageId: try $0.text(2)) }
        }
    }

    /// One job for each chat.
    private func erase(_ batch: [Written]) async throws {
        let index = index
        for (chat, written) in Dictionary(grouping: batch, by: \.chat) {
            do {
                _ = try await writer.change(
                    chat,
                    committed: { (deleted: [Message]) in for message in deleted { index.messageChanged(message) } }
                ) { job in
                    try written.compactMap { try Self.delete($0.id, in: &job) }
                }
            } catch let error as SpotterError where error.code == .notAMember {
                // The chat went meanwhile, with its last member.
            }
        }
    }

    /// Nothing where it's deleted already.
    private static func delete(_ id: MessageID, in job: inout ChatJob) throws -> Message? {
        guard try job.connection.exists("SELECT 1 FROM messages WHERE id = $1 AND deleted_at IS NULL", id) else {
            return nil
        }
        let wasPinned = try erase(id, in: job)
        let deleted = try job.changed(.messageDeleted, id)
        if wasPinned { try job.changedHead() }
        return deleted
    }
}

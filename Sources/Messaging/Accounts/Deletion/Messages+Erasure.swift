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

    private func erase(_ batch: [Written]) async throws {
        let now = clock.now()
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            database.enqueue { connection in
                try batch.compactMap { try erase($0.id, in: $0.chat, at: now, on: connection) }
            } completion: { result in
                for change in (try? result.get()) ?? [] {
                    index.messageChanged(change.message)
                    for notice in change.notices { hub.gather(notice) }
                }
                continuation.resume(with: result.map { _ in })
            }
        }
    }

    /// Nothing where it's deleted already.
    private func erase(
        _ id: MessageID,
        in chat: ChatID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> (message: Message, notices: [ChatNotice])? {
        guard try connection.exists("SELECT 1 FROM messages WHERE id = $1 AND deleted_at IS NULL", id) else {
            return nil
        }
        var job = try ChatJob(chat, states: states, at: now, on: connection)
        let wasPinned = try Self.erase(id, in: job)
        let message = try job.changed(.messageDeleted, id)
        if wasPinned { try job.changedHead() }
        return (message, job.notices)
    }
}

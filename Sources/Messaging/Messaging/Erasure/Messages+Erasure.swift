import Accounts
import Domain
import Storage

/// Deletes all messages that a user wrote, like single deletions.
extension Messages {
    private static let eraseBatch = 100

    private struct Written: Sendable {
        let id: MessageID
        let chat: ChatID
    }

    /// Deletes the user's messages for all members, including in chats that the user has left. Each deletion is a
    /// durable change.
    func erase(from user: DeletedUser) async throws {
        var sent = try await database.read { try SentMessages(of: user.id, on: $0) }
        while true {
            let (batch, next) = try await database.read { [sent] connection in
                var sent = sent
                let numbers = try sent.next(Self.eraseBatch, on: connection)
                return (try Self.written(numbers, on: connection), sent)
            }
            guard !batch.isEmpty else { return }
            try await erase(batch)
            sent = next
        }
    }

    private static func written(_ numbers: [Int64], on connection: any SQLConnection) throws -> [Written] {
        try connection.query("SELECT id, chat_id FROM messages WHERE num IN", in: numbers, order: "chat_id, num") {
            Written(id: try $0.id(0), chat: try $0.id(1))
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
                    try written.compactMap { try self.delete($0.id, in: &transaction) }
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

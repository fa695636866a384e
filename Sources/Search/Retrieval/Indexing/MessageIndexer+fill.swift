package import Domain
import Messaging
import Storage

extension MessageIndexer {
    /// Stores synthetic vectors for a chat's messages that wait to be embedded. For benchmarks with indexes so large
    /// that the model would take too long to fill them.
    package func fill(_ chat: ChatID, with vector: @escaping @Sendable (Int) -> [Float]) async throws {
        for space in indexes { try await fill(chat, of: space, with: vector) }
    }

    private func fill(
        _ chat: ChatID,
        of space: ModelIndex,
        with vector: @escaping @Sendable (Int) -> [Float]
    ) async throws {
        let table = space.vectors.table
        try await database.write { connection in
            let messages = try connection.query(
                "SELECT m.id FROM \(TextMessages.table) m WHERE m.chat_id = $1 ORDER BY m.seq",
                chat
            ) { try $0.id(0, MessageID.self) }
            for (number, message) in messages.enumerated() {
                _ = try table.replace(message, in: chat, [vector(number)], on: connection)
                try space.queue.remove(message, on: connection)
            }
        }
    }
}

package import Domain
import Storage

extension MessageIndexer {
    /// Stores made-up vectors for a chat's messages that wait to be embedded: for measuring an index of a size that
    /// would take the model too long.
    package func fill(_ chat: ChatID, with vector: @escaping @Sendable (Int) -> [Float]) async throws {
        guard let space = indexes.first else { return }
        let table = space.vectors.table
        try await database.write { connection in
            let messages = try connection.query("SELECT id FROM messages WHERE chat_id = $1 ORDER BY seq", chat) {
                try $0.id(0, MessageID.self)
            }
            for (number, message) in messages.enumerated() {
                _ = try table.replace(message, in: chat, [vector(number)], on: connection)
                try space.queue.remove(message, on: connection)
            }
        }
    }
}

package import Domain
import Messaging
import Storage

extension MessageIndexer {
    /// Stores made-up vectors for the messages of a chat that wait to be embedded: for measuring indexes of a size that
    /// the model would take too long to fill.
    package func fill(_ chat: ChatID, with vector: @escaping @Sendable (Int) -> [Float]) async throws {
        guard let space = indexes.first else { return }
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

package import Domain
import Messaging
import Storage

/// How far a message has come on its way into the index of meanings.
package enum MessageIndexState: Sendable, Hashable {
    case indexed, waiting
    /// It was tried too often, and waits for an operator.
    case failed
    /// There is no model: searches go by words.
    case off
}

extension MessageIndexer {
    /// The state of a message that has a text, in the index by which is searched at present.
    package func state(of message: MessageID) async throws -> MessageIndexState {
        guard !embedders.isEmpty, let index = answering.first(where: \.isReady) ?? indexes.first else { return .off }
        let (id, table) = (index.id, index.vectors.table)
        return try await database.read { connection in
            if try !table.vectors(of: message, on: connection).isEmpty { return .indexed }
            return try EmbeddingQueue(model: id).holdsDead(message, on: connection) ? .failed : .waiting
        }
    }
}

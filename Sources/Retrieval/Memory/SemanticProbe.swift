public import Domain
import Embedding
import VectorSearch

/// A message beside a query: how near it is in meaning.
public struct SemanticHit: Sendable, Hashable {
    public let message: MessageID
    public let chat: ChatID
    /// -1 to 1.
    public let cosine: Double
}

/// A query's embedding, and the index that it can be compared with.
public struct SemanticProbe: Sendable {
    /// What the asker should know of how the query was embedded.
    public let note: String?
    private let vector: [Float]
    private let index: PartitionedIndex

    init(vector: [Float], index: PartitionedIndex, note: String? = nil) {
        self.note = note
        self.vector = vector
        self.index = index
    }

    /// The messages of these chats that are nearest, best first, each once.
    public func best(in chats: [ChatID], limit: Int) async throws -> [SemanticHit] {
        try index.search(query: vector, in: chats.map { PartitionKey($0) }, limit: limit).map {
            SemanticHit(message: $0.entry.messageId, chat: $0.partition.chatId, cosine: Double($0.score))
        }
    }

    /// Cosines of given messages; one that has no vector is left out.
    public func cosines(of messages: [(message: MessageID, chat: ChatID)]) async throws -> [MessageID: Double] {
        var cosines: [MessageID: Double] = [:]
        for (message, chat) in messages {
            guard let other = index.vector(for: EntryKey(message), in: PartitionKey(chat)) else { continue }
            cosines[message] = zip(vector, other).reduce(0) { $0 + Double($1.0) * Double($1.1) }
        }
        return cosines
    }
}

extension MessageMemory {
    /// - Returns: nothing where there's no embedder.
    /// - Throws: what the embedder throws.
    func probe(_ text: String) async throws -> SemanticProbe? {
        guard let embedder, let index, let vector = try await embedder.embed([text]).first else { return nil }
        return SemanticProbe(vector: vector, index: index)
    }

    /// By the stored vector of a message; nothing where it has none.
    func probe(like message: MessageID, in chat: ChatID) async throws -> SemanticProbe? {
        index.flatMap { index in
            index.vector(for: EntryKey(message), in: PartitionKey(chat)).map { SemanticProbe(vector: $0, index: index) }
        }
    }
}

extension PartitionKey {
    var chatId: ChatID { ChatID(high: high, low: low) }
}

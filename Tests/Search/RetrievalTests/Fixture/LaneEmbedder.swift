import Embedding
import Synchronization

/// An embedder that remembers which lanes were asked.
final class LaneEmbedder: Embedder {
    private let words = WordEmbedder()
    private let asked = Mutex<[EmbeddingLane]>([])

    var model: EmbeddingModel { words.model }
    var lanes: [EmbeddingLane] { asked.withLock { $0 } }

    func embed(_ texts: [String]) async throws -> [[Float]] { try await embed(texts, in: .queries) }

    func embed(_ texts: [String], in lane: EmbeddingLane) async throws -> [[Float]] {
        asked.withLock { $0.append(lane) }
        return try await words.embed(texts)
    }
}

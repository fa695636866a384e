/// Turns texts into vectors whose dot product measures how close two meanings are.
///
/// ```swift
/// let embedder: any Embedder = try MiniLMEmbedder(folder: ModelStore().readyFolder())
/// let vectors = try await embedder.embed(["a cup of tea", "a mug of coffee"])
/// let similarity = zip(vectors[0], vectors[1]).reduce(0) { $0 + $1.0 * $1.1 }
/// ```
public protocol Embedder: Sendable {
    /// What produces the vectors. Vectors of different models must never be compared.
    var model: EmbeddingModel { get }

    /// One L2-normalised vector of `model.dimension` floats per text, in the order of `texts`.
    ///
    /// Never blocks a thread of the cooperative pool: the work runs on threads of the embedder's own, or elsewhere.
    ///
    /// - Throws: `CancellationError` when the task is cancelled. Any other error holds for all
    ///   texts, even if only one of them can't be embedded; `embedEach` finds out which one.
    func embed(_ texts: [String]) async throws -> [[Float]]

    /// As `embed(_:)`, on the threads of a lane. An embedder without threads of its own has one lane.
    func embed(_ texts: [String], in lane: EmbeddingLane) async throws -> [[Float]]

    /// The parts of a text that are to be embedded, one vector each: the text itself if it fits the model, otherwise
    /// overlapping windows of it, in order. Never empty.
    func windows(of text: String) async -> [String]
}

extension Embedder {
    public func embed(_ texts: [String], in lane: EmbeddingLane) async throws -> [[Float]] { try await embed(texts) }

    public func windows(of text: String) async -> [String] { [text] }
}

/// The name that is stored beside every vector, and the vectors' length.
public struct EmbeddingModel: Sendable, Hashable {
    public let name: String
    public let dimension: Int

    public init(name: String, dimension: Int) {
        self.name = name
        self.dimension = dimension
    }
}

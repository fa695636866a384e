/// Turns texts into vectors whose dot product says how close two meanings are.
public protocol Embedder: Sendable {
    /// What produces the vectors. Vectors of different models must never be compared.
    var model: EmbeddingModel { get }

    /// One L2-normalised vector of `model.dimension` floats per text, in the order of `texts`.
    ///
    /// Never blocks a thread of the cooperative pool: the work runs on threads of the embedder's own, or elsewhere.
    /// Throws `CancellationError` when the task is cancelled between two batches, and throws for all texts when one
    /// of them can't be embedded: a caller that wants to know which one tries them one by one.
    func embed(_ texts: [String]) async throws -> [[Float]]

    /// The pieces of a text that are to be embedded one by one, one vector each: the text itself where it fits the
    /// model, else overlapping windows of it, in order. Never empty, whatever the text.
    func windows(of text: String) async -> [String]
}

extension Embedder {
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

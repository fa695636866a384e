import Embedding

extension MessageSearch {
    /// The vectors of texts that aren't messages, in their order, by the model of this name; `nil` if it isn't loaded.
    package func vectors(of texts: [String], by model: String) async throws -> [[Float]]? {
        try await indexer.embedders.first { $0.model.name == model }?.embed(texts)
    }
}

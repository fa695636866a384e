extension Embedder {
    /// The vector of each text, or why it has none: a text that is refused doesn't keep the others from theirs.
    ///
    /// Where a call with several texts fails for one of them they are tried again in halves, so that one bad text among n
    /// costs about 2·log₂ n calls. A failure of the service is that of all texts of its call. Throws `CancellationError` only.
    public func embedEach(_ texts: [String]) async throws -> [Result<[Float], any Error>] {
        guard !texts.isEmpty else { return [] }
        do {
            let vectors = try await embed(texts)
            guard vectors.count == texts.count else {
                throw EmbeddingFailure(
                    .malformedAnswer,
                    "\(model.name) gave \(vectors.count) vectors of \(texts.count) texts"
                )
            }
            return vectors.map { .success($0) }
        } catch let error as CancellationError {
            throw error
        } catch {
            let isOfService = (error as? EmbeddingFailure)?.isOfService ?? false
            guard texts.count > 1, !isOfService else { return texts.map { _ in .failure(error) } }
            let half = texts.count / 2
            return try await embedEach(Array(texts[..<half])) + embedEach(Array(texts[half...]))
        }
    }
}

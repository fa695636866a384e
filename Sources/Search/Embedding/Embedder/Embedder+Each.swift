import Domain

extension Embedder {
    /// The vector of each text, or why it has none. A text that is refused doesn't keep the others from theirs.
    ///
    /// If a call with several texts fails because of one of them, it is repeated in halves: one bad text among n costs
    /// about 2·log₂ n calls. A failure of the service counts for all texts of its call.
    ///
    /// - Throws: `CancellationError` only.
    public func embedEach(
        _ texts: [String],
        in lane: EmbeddingLane = .queries
    ) async throws -> [Result<[Float], any Error>] {
        guard !texts.isEmpty else { return [] }
        do {
            let vectors = try await embed(texts, in: lane)
            guard vectors.count == texts.count else {
                throw ModelError(
                    .protocolViolation,
                    "\(model.name) gave \(vectors.count) vectors of \(texts.count) texts"
                )
            }
            return vectors.map { .success($0) }
        } catch let error as CancellationError {
            throw error
        } catch {
            let isServiceFailure = (error as? ModelError)?.isServiceFailure ?? false
            guard texts.count > 1, !isServiceFailure else { return texts.map { _ in .failure(error) } }
            let half = texts.count / 2
            return try await embedEach(Array(texts[..<half]), in: lane)
                + embedEach(Array(texts[half...]), in: lane)
        }
    }
}

extension Embedder {
    /// The vector of each text, or why it has none: a text that is refused doesn't keep the others from theirs.
    ///
    /// Where a text among several is refused they are tried again in halves, so that one bad text among n costs about
    /// 2·log₂ n calls. Any other error is that of all texts of its call. Throws `CancellationError` only.
    public func embedEach(_ texts: [String]) async throws -> [Result<[Float], any Error>] {
        guard !texts.isEmpty else { return [] }
        do {
            return try await embed(texts).map { .success($0) }
        } catch let error as CancellationError {
            throw error
        } catch let failure as EmbeddingFailure where failure.code == .textRejected && texts.count > 1 {
            let half = texts.count / 2
            return try await embedEach(Array(texts[..<half])) + embedEach(Array(texts[half...]))
        } catch {
            return texts.map { _ in .failure(error) }
        }
    }
}

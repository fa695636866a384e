/// Encodes batches of tokenized texts on the threads of a pool.
struct EncoderBatches: Sendable {
    let pool: EncoderPool

    /// One vector per text, in the order of their places.
    /// - Throws: `CancellationError`.
    func encode(_ batches: [TokenBatch], count: Int, in lane: EmbeddingLane) async throws -> [[Float]] {
        if batches.count == 1, let batch = batches.first {
            try Task.checkCancellation()
            return inOrder([(batch, try await pool.encode(batch, in: lane))], count: count)
        }
        return try await withThrowingTaskGroup(of: (TokenBatch, [[Float]]).self) { group in
            var encoded: [(TokenBatch, [[Float]])] = []
            for (index, batch) in batches.enumerated() {
                if index >= pool.count, let done = try await group.next() { encoded.append(done) }
                try Task.checkCancellation()
                group.addTask { [pool] in (batch, try await pool.encode(batch, in: lane)) }
            }
            for try await done in group { encoded.append(done) }
            return inOrder(encoded, count: count)
        }
    }

    private func inOrder(_ encoded: [(batch: TokenBatch, vectors: [[Float]])], count: Int) -> [[Float]] {
        var results = [[Float]](repeating: [], count: count)
        for (batch, vectors) in encoded {
            for (place, vector) in zip(batch.places, vectors) { results[place] = vector }
        }
        return results
    }
}

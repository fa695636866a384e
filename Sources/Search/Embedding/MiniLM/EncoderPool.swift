import Synchronization

/// A fixed number of encoders for each lane, which take batches in order of arrival.
///
/// A query never waits for documents. A caller submits one batch at a time per encoder, so that documents wait only for
/// the batches in progress, never for a whole back-fill.
final class EncoderPool: Sendable {
    private struct State {
        var idle: [EncoderWorker]
        /// Callers that wait for an encoder, oldest first.
        var waiting: [CheckedContinuation<EncoderWorker, Never>] = []
    }

    /// Encoders of each lane.
    let count: Int
    private let queries: Mutex<State>
    private let documents: Mutex<State>

    init(weights: MiniLMWeights, count: Int) {
        self.count = max(1, count)
        let numbers = 0..<self.count
        queries = Mutex(State(idle: numbers.map { EncoderWorker(weights: weights, lane: .queries, number: $0) }))
        documents = Mutex(State(idle: numbers.map { EncoderWorker(weights: weights, lane: .documents, number: $0) }))
    }

    /// - Throws: `CancellationError` as soon as the task is cancelled: a thread for documents may stand still for long while
    ///   the processors are busy. The encoder is free again when it has ended all the same.
    func encode(_ batch: TokenBatch, in lane: EmbeddingLane) async throws -> [[Float]] {
        let worker = await acquire(in: lane)
        let answer = PendingAnswer<[[Float]]>()
        return try await answer.value {
            worker.encode(batch) { vectors in
                self.release(worker)
                answer.give(vectors)
            }
        }
    }

    func acquire(in lane: EmbeddingLane) async -> EncoderWorker {
        await withCheckedContinuation { continuation in
            let worker: EncoderWorker? = withState(of: lane) { state in
                if let worker = state.idle.popLast() { return worker }
                state.waiting.append(continuation)
                return nil
            }
            if let worker { continuation.resume(returning: worker) }
        }
    }

    func release(_ worker: EncoderWorker) {
        let next: CheckedContinuation<EncoderWorker, Never>? = withState(of: worker.lane) { state in
            guard !state.waiting.isEmpty else {
                state.idle.append(worker)
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume(returning: worker)
    }

    private func withState<Value: Sendable>(of lane: EmbeddingLane, _ body: (inout State) -> Value) -> Value {
        switch lane {
        case .queries: queries.withLock { body(&$0) }
        case .documents: documents.withLock { body(&$0) }
        }
    }
}

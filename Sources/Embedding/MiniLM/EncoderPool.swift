import Dispatch
import Synchronization

/// A fixed number of encoders, each with a thread of its own, which take batches in order of arrival.
///
/// A caller submits one batch at a time per encoder, so that a query waits only for the batches in progress, never for a
/// whole back-fill.
final class EncoderPool: Sendable {
    private struct State {
        var idle: [Worker]
        /// Callers that wait for an encoder, oldest first.
        var waiting: [CheckedContinuation<Worker, Never>] = []
    }

    let count: Int
    private let state: Mutex<State>

    init(weights: MiniLMWeights, count: Int) {
        self.count = max(1, count)
        let workers = (0..<self.count).map { Worker(encoder: MiniLMEncoder(weights: weights), number: $0) }
        state = Mutex(State(idle: workers))
    }

    func encode(_ batch: TokenBatch) async -> [[Float]] {
        let worker = await acquire()
        defer { release(worker) }
        return await worker.encode(batch)
    }

    private func acquire() async -> Worker {
        await withCheckedContinuation { continuation in
            let worker: Worker? = state.withLock { state in
                if let worker = state.idle.popLast() { return worker }
                state.waiting.append(continuation)
                return nil
            }
            if let worker { continuation.resume(returning: worker) }
        }
    }

    private func release(_ worker: Worker) {
        let next: CheckedContinuation<Worker, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.idle.append(worker)
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume(returning: worker)
    }

    private final class Worker: @unchecked Sendable {
        // Unchecked: the encoder's scratch memory is touched on the serial queue only.
        private let encoder: MiniLMEncoder
        private let queue: DispatchQueue

        init(encoder: MiniLMEncoder, number: Int) {
            self.encoder = encoder
            queue = DispatchQueue(label: "spotter.embedding.\(number)", qos: .userInitiated)
        }

        func encode(_ batch: TokenBatch) async -> [[Float]] {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: self.encoder.encode(batch)) }
            }
        }
    }
}

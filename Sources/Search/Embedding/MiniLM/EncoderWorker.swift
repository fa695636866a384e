import Dispatch

/// One encoder and the threads that it runs on.
///
/// `@unchecked Sendable`: the encoder's working memory and `idle` are touched on the serial queue, or by the idle thread
/// while the queue waits for it.
final class EncoderWorker: @unchecked Sendable {
    let lane: EmbeddingLane
    private let encoder: MiniLMEncoder
    private let name: String
    /// In the documents' lane it allocates, waits, and answers for the idle thread.
    let queue: DispatchQueue
    private lazy var idle = IdleThread(name: name)

    init(weights: MiniLMWeights, lane: EmbeddingLane, number: Int) {
        self.lane = lane
        encoder = MiniLMEncoder(weights: weights)
        name = "\(lane)-\(number)"
        queue = DispatchQueue(label: "spotter.embedding.\(name)", qos: .userInitiated)
    }

    /// - Parameter completion: called on the worker's queue.
    func encode(_ batch: TokenBatch, completion: @escaping @Sendable ([[Float]]) -> Void) {
        queue.async { completion(self.vectors(of: batch)) }
    }

    private func vectors(of batch: TokenBatch) -> [[Float]] {
        switch lane {
        case .queries: return encoder.encode(batch)
        case .documents:
            encoder.reserve(for: batch)
            idle.run { [encoder] in encoder.pass(batch) }
            return encoder.vectors(of: batch)
        }
    }
}

import Dispatch

private let queue = DispatchQueue(label: "spotter.embedding.files", qos: .utility, attributes: .concurrent)

/// Runs work that blocks (hashing, inflating, copying) away from the cooperative thread pool.
func blocking<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Result { try work() }) }
    }
}

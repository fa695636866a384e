import Dispatch

/// Runs work that blocks, such as hashing and copying, outside the cooperative thread pool: each call on a queue of its own,
/// because a concurrent queue would share that pool's threads.
package func blocking<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "spotter.files", qos: .utility).async {
            continuation.resume(with: Result { try work() })
        }
    }
}

import Dispatch

private let queue = DispatchQueue(label: "spotter.files", qos: .utility, attributes: .concurrent)

/// Runs work that blocks, such as hashing and copying, outside the cooperative thread pool.
package func blocking<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Result { try work() }) }
    }
}

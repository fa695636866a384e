import Domain
import Synchronization

/// Lets only one request at a time work on an upload.
final class UploadLocks: Sendable {
    private let held = Mutex(Set<MediaID>())

    /// Runs `body`, or returns `nil` at once if another request holds the lock.
    func withLock<Value: Sendable>(_ id: MediaID, _ body: () async throws -> Value) async rethrows -> Value? {
        guard held.withLock({ $0.insert(id).inserted }) else { return nil }
        defer { _ = held.withLock { $0.remove(id) } }
        return try await body()
    }
}

import Domain
import Synchronization

/// Sees to it that one request at a time works on an upload.
final class UploadLocks: Sendable {
    private let held = Mutex(Set<MediaID>())

    /// Runs `body` unless somebody else is at it; then the answer is `nil`, at once.
    func withLock<Value: Sendable>(_ id: MediaID, _ body: () async throws -> Value) async rethrows -> Value? {
        guard held.withLock({ $0.insert(id).inserted }) else { return nil }
        defer { _ = held.withLock { $0.remove(id) } }
        return try await body()
    }
}

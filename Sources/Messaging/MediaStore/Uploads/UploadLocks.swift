import Domain
import Synchronization

/// Lets only one request at a time work on an upload, on all servers that share the folder.
final class UploadLocks: Sendable {
    private let held = Mutex(Set<MediaID>())
    /// Where locks are that other servers see; `nil` if there are none.
    private let folder: String?

    init(sharedFolder folder: String? = nil) { self.folder = folder }

    /// Runs `body`, or returns `nil` at once if another request holds the lock.
    func withLock<Value: Sendable>(_ id: MediaID, _ body: () async throws -> Value) async rethrows -> Value? {
        guard held.withLock({ $0.insert(id).inserted }) else { return nil }
        defer { _ = held.withLock { $0.remove(id) } }
        guard let folder else { return try await body() }
        guard let lock = try? await BlockingIO.run({ SharedFileLock("\(folder)/\(id).lock") }) else { return nil }
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }
}

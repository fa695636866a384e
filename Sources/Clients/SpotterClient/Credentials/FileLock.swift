import Foundation

/// An advisory lock (`flock`) between processes. The kernel releases it when the process ends.
struct FileLock {
    private let file: CInt

    /// Waits up to ten seconds, trying every 20 ms: a blocking `flock` would occupy a thread of Swift's concurrency
    /// pool.
    static func acquire(_ path: String) async throws -> FileLock {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw CredentialStore.Failure.io(path: path, reason: String(cString: strerror(errno)))
        }
        do {
            for _ in 0..<500 {
                if flock(file, LOCK_EX | LOCK_NB) == 0 { return FileLock(file: file) }
                try await Task.sleep(for: .milliseconds(20))
            }
            throw CredentialStore.Failure.io(path: path, reason: "another spotter process holds the lock")
        } catch {
            close(file)
            throw error
        }
    }

    func release() { close(file) }
}

import Foundation

/// Keeps a second process out of a folder for as long as the object lives; the system frees it after a crash.
final class FolderLock {
    private let descriptor: Int32

    /// Nil when another process holds the lock or the lock file can't be made.
    init?(folder: URL) {
        descriptor = open(folder.appending(path: ".lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit {
        close(descriptor)
    }
}

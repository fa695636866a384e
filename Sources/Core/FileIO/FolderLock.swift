package import Foundation

/// An exclusive lock on a folder, held for as long as the object lives. The system releases it when the process ends.
package final class FolderLock {
    private let descriptor: Int32

    /// `nil` if another process holds the lock or the lock file can't be created.
    package init?(folder: URL) {
        descriptor = open(folder.appending(path: ".lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit {
        // Closing isn't enough: a process that is being started at this moment holds a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

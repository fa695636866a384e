#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An exclusive lock on a file that other servers over the same folder see, held for as long as the object lives. The system
/// releases it when the process ends; so does NFS 4, when it hasn't heard of the machine for a while.
final class SharedFileLock: Sendable {
    private let descriptor: Int32
    private let path: String

    /// `nil` if somebody else holds it or the file can't be created. Blocks for no longer than the file system does.
    init?(_ path: String) {
        self.path = path
        while true {
            let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard file >= 0 else { return nil }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                close(file)
                return nil
            }
            // Who held it before may have removed the file meanwhile: then others would lock another one.
            var (held, named) = (stat(), stat())
            if fstat(file, &held) == 0, stat(path, &named) == 0, held.st_ino == named.st_ino {
                descriptor = file
                return
            }
            close(file)
        }
    }

    deinit {
        unlink(path)
        // Closing isn't enough: a process that is being started at this moment holds a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

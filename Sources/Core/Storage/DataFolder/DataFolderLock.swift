import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Holds a data folder for this process: the folder itself, since the file `lock` can be deleted, and that file, which
/// names the process and works where a file system doesn't lock folders.
final class DataFolderLock: Sendable {
    private let folder: Int32
    private let file: Int32

    /// - Throws: `StorageError.locked` or `.folderUnusable`.
    init(_ path: String) throws {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Self.unusable(path) }
        let file = open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            defer { close(folder) }
            throw Self.unusable(path)
        }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(folder)
            close(file)
            let holder = (try? String(contentsOfFile: "\(path)/lock", encoding: .utf8)) ?? ""
            let pid = holder.trimmingCharacters(in: .whitespacesAndNewlines)
            throw StorageError.locked(folder: path, pid: pid.isEmpty ? "unknown" : pid)
        }
        (self.folder, self.file) = (folder, file)
        let pid = Array("\(getpid())\n".utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, pid, pid.count, 0) == pid.count else { throw Self.unusable(path) }
    }

    deinit {
        // Closing alone would leave it locked while a child process that is being started holds a copy of a descriptor.
        for descriptor in [file, folder] {
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
    }

    private static func unusable(_ path: String) -> StorageError {
        .folderUnusable(folder: path, reason: String(cString: strerror(errno)))
    }
}

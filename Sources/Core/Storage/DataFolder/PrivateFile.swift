import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Small files that only their owner can read.
enum PrivateFile {
    /// Writes a file that is there whole or not at all, also after a crash.
    ///
    /// - Throws: `StorageError.folderUnusable`.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        let temporary = "\(path).\(getpid()).new"
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw failure(folder) }
        let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        let code = errno
        close(file)
        guard isWritten, Glibc.rename(temporary, path) == 0 else {
            let code = isWritten ? errno : code
            unlink(temporary)
            throw failure(folder, code)
        }
        try synchronize(folder)
    }

    /// Replaces a file by another one of the same folder, also after a crash.
    ///
    /// - Throws: `StorageError.folderUnusable`.
    static func rename(_ file: String, to path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        guard Glibc.rename(file, path) == 0 else { throw failure(folder) }
        try synchronize(folder)
    }

    private static func synchronize(_ folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(folder) }
    }

    private static func failure(_ folder: String, _ code: Int32 = errno) -> StorageError {
        .folderUnusable(folder: folder, reason: String(cString: strerror(code)))
    }
}

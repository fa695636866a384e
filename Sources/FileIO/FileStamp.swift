import Foundation

/// What changes when a file's content is replaced or written to.
struct FileStamp: Codable, Equatable, Sendable {
    let size: Int
    /// Modification time in nanoseconds since 1970.
    let modified: Int
    let inode: UInt64

    /// Nil when there is no regular file at `path`.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int(status.st_size)
        inode = UInt64(status.st_ino)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    }
}

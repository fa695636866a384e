import Foundation

/// Identifies a version of a file's content without reading it: the stamp changes when the file is written to or
/// replaced, also by changing a symbolic link.
package struct FileStamp: Codable, Equatable, Sendable {
    package let size: Int
    /// Modification time in nanoseconds since 1970.
    package let modified: Int
    package let inode: UInt64

    /// `nil` if there is no regular file at `path`. Follows symbolic links.
    package init?(path: String) {
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

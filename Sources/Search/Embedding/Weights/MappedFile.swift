import FileIO
import Foundation

/// A file's bytes, mapped read-only into memory for as long as the object lives.
///
/// The file must not be shortened while it is mapped (a page beyond its end can't be read). Model files are
/// replaced by renaming only, which leaves a mapped file unchanged.
final class MappedFile: @unchecked Sendable {
    // Unchecked: the memory is mapped read-only and both properties are constants.
    let bytes: UnsafeRawBufferPointer

    init(path: String) throws(UnreadableFile) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnreadableFile(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            throw UnreadableFile(path: path, reason: "not a file with content")
        }
        let count = Int(status.st_size)
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else {
            throw UnreadableFile(path: path, reason: String(cString: strerror(errno)))
        }
        bytes = UnsafeRawBufferPointer(start: base, count: count)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}

import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A file descriptor that is closed when the object is released. Every call blocks, so use `BlockingIO`.
public final class OpenFile: Sendable {
    let descriptor: Int32
    /// The bytes that were written since the file was last synced, about.
    let unsynced = Atomic<Int>(0)

    /// The most that is written before it is synced. The disk takes one thing after another: with megabytes in front of it,
    /// the sync of everybody's next message waits for them.
    static let maxUnsynced = 1 << 20

    enum Mode: Sendable {
        case reading
        /// Created if it is missing, readable by its owner only.
        case writing
        /// As `writing`, but fails if the file exists.
        case new

        fileprivate var flags: Int32 {
            switch self {
            case .reading: O_RDONLY
            case .writing: O_RDWR | O_CREAT
            case .new: O_RDWR | O_CREAT | O_EXCL
            }
        }
    }

    init(_ path: String, _ mode: Mode) throws(FileError) {
        descriptor = open(path, mode.flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError("open", path) }
    }

    deinit { close(descriptor) }

    public func size() throws -> Int64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("stat") }
        return Int64(status.st_size)
    }

    /// Reads `count` bytes; fewer only at the end of the file.
    public func read(at offset: Int64, count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(filled))
                if got < 0, errno == EINTR { continue }
                guard got >= 0 else { throw FileError("read") }
                if got == 0 { return }
                filled += got
            }
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let written = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw FileError("write") }
            done += written
        }
        guard unsynced.wrappingAdd(done, ordering: .relaxed).newValue >= Self.maxUnsynced else { return }
        guard fdatasync(descriptor) == 0 else { throw FileError("fdatasync") }
        unsynced.store(0, ordering: .relaxed)
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws {
        try bytes.withUnsafeBytes { try write($0, at: offset) }
    }

    func truncate(to size: Int64) throws {
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw FileError("truncate") }
    }

    /// Returns once everything written is on disk.
    func synchronize() throws {
        guard fsync(descriptor) == 0 else { throw FileError("fsync") }
        unsynced.store(0, ordering: .relaxed)
    }
}

/// A failed call to the file system.
package struct FileError: Error, CustomStringConvertible {
    package let operation: String
    package let path: String
    package let code: Int32

    init(_ operation: String, _ path: String = "") {
        code = errno
        self.operation = operation
        self.path = path
    }

    var isFull: Bool { code == ENOSPC || code == EDQUOT }
    var isOutOfDescriptors: Bool { code == EMFILE || code == ENFILE }
    var isMissing: Bool { code == ENOENT }

    package var description: String { "\(operation) \(path): \(String(cString: strerror(code)))" }
}

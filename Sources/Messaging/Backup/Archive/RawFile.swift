import Domain
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// An open file, read and written at offsets. Closed when the object is released. Every call blocks.
final class RawFile: Sendable {
    let path: String
    let descriptor: Int32

    /// - Throws: `BackupError`.
    init(reading path: String) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("can't read", path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw BackupError("\(path) isn't a file")
        }
    }

    /// Creates the file, or opens the one that is there; readable by its owner only.
    ///
    /// - Throws: `BackupError`.
    init(writing path: String, isNew: Bool) throws {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (isNew ? O_EXCL : 0), 0o600)
        guard descriptor >= 0 else { throw Self.failure("can't write", path) }
        guard fchmod(descriptor, 0o600) == 0 else {
            close(descriptor)
            throw Self.failure("can't write", path)
        }
    }

    deinit { close(descriptor) }

    func size() throws -> Int64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure("can't read", path) }
        return Int64(status.st_size)
    }

    /// Reads `count` bytes; fewer only at the end of the file.
    func read(at offset: Int64, count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(filled))
                if got < 0, errno == EINTR { continue }
                guard got >= 0 else { throw Self.failure("can't read", path) }
                if got == 0 { return }
                filled += got
            }
        }
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws {
        try bytes.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                let written = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw Self.failure("can't write", path) }
                done += written
            }
        }
    }

    func truncate() throws {
        guard ftruncate(descriptor, 0) == 0 else { throw Self.failure("can't write", path) }
    }

    /// Returns once everything is on disk.
    func synchronize() throws {
        guard fsync(descriptor) == 0 else { throw Self.failure("can't write", path) }
    }

    /// Creates a folder that only its owner can read, if it's missing.
    static func makeFolder(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw BackupError("can't create \(path): \(ErrorText.of(error))")
        }
    }

    static func synchronizeFolder(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("can't open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("can't write", path) }
    }

    static func failure(_ what: String, _ path: String, _ code: Int32 = errno) -> BackupError {
        BackupError("\(what) \(path): \(String(cString: strerror(code)))")
    }
}

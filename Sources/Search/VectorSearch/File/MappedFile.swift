import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A file's bytes as read-only memory, which the system reads when it's touched and may forget again: it isn't counted as
/// the process's own.
///
/// The file must not be changed or truncated meanwhile, which would end the process when the missing part is touched: files
/// are only replaced by renaming and deleted, and both leave the mapped one as it is.
///
/// `@unchecked Sendable`: nothing writes to the memory.
final class MappedFile: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    /// - Parameter check: given the file's first `headerSize` bytes and its size, throws unless that is all of it. Called
    ///   before anything is mapped.
    /// - Throws: `PartitionFileError`: `.missing`, `.unreadable`, `.damaged` without a header, or what `check` throws.
    init(
        path: String,
        headerSize: Int,
        check: (UnsafeRawBufferPointer, Int) throws(PartitionFileError) -> Void
    ) throws(PartitionFileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .unreadable(Self.reason) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(Self.reason) }
        let size = Int(status.st_size)
        var header = [UInt8](repeating: 0, count: headerSize)
        let count = pread(descriptor, &header, headerSize, 0)
        guard count >= 0 else { throw .unreadable(Self.reason) }
        // Somebody may have changed the file in between.
        guard count == headerSize, size >= headerSize else { throw .damaged }
        try Self.check(header, size, check)
        guard let memory = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED else {
            throw .unreadable(Self.reason)
        }
        bytes = UnsafeRawBufferPointer(start: memory, count: size)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

    /// Says that only a few rows will be read from now on, here and there. What was read stays in the system's page cache.
    func release() {
        let memory = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        madvise(memory, bytes.count, MADV_DONTNEED)
        madvise(memory, bytes.count, MADV_RANDOM)
    }

    private static func check(
        _ header: [UInt8],
        _ size: Int,
        _ body: (UnsafeRawBufferPointer, Int) throws(PartitionFileError) -> Void
    ) throws(PartitionFileError) {
        let result: Result<Void, PartitionFileError> = header.withUnsafeBytes { bytes in
            do throws(PartitionFileError) {
                return .success(try body(bytes, size))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

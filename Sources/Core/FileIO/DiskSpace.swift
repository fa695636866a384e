import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The space of the file system that holds a path.
package struct DiskSpace: Sendable, Equatable {
    /// Bytes that this process may still write; less than what is free where a part is reserved for root.
    package let free: Int64
    package let total: Int64

    package init(free: Int64, total: Int64) {
        self.free = free
        self.total = total
    }

    /// One system call, so it's cheap enough to ask before each upload; on a network file system it may block.
    ///
    /// - Returns: `nil` if the path doesn't exist or can't be asked, as beyond a folder that may not be entered.
    package static func free(at path: String) -> DiskSpace? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let block = UInt64(status.f_frsize)
        return DiskSpace(
            free: bytes(UInt64(status.f_bavail), block),
            total: bytes(UInt64(status.f_blocks), block)
        )
    }

    private static func bytes(_ blocks: UInt64, _ size: UInt64) -> Int64 {
        let (product, overflow) = blocks.multipliedReportingOverflow(by: size)
        return overflow ? .max : Int64(clamping: product)
    }
}

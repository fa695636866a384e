import FileIO
import Foundation

/// Looks for room before a backup is begun: one on the server's own disk must not take the space that messages need.
enum Room {
    /// What stays free.
    private static let reserve: Int64 = 64 << 20

    /// - Parameter bytes: what is going to be written in the folder of `path`.
    /// - Throws: `BackupError` if there isn't as much and a reserve.
    static func require(_ bytes: Int64, for path: String) throws {
        guard let space = DiskSpace.free(at: PartialFile.folder(of: path)) else { return }
        guard space.free - reserve < bytes else { return }
        throw BackupError(
            "\(path) needs \(megabytes(bytes)) MB, and \(megabytes(max(0, space.free))) MB are free; choose another disk"
        )
    }

    /// The size of a file; 0 if there is none.
    static func size(of path: String) -> Int64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }

    private static func megabytes(_ bytes: Int64) -> Int64 { bytes / 1_000_000 }
}

import Foundation

/// The memory that this process may use.
enum SystemMemory {
    /// The machine's memory in bytes, or the limit of the process's control group if that is less.
    static let bytes = bytes(of: "/sys/fs/cgroup/memory.max", machine: ProcessInfo.processInfo.physicalMemory)

    /// - Parameters:
    ///   - limitFile: holds a number of bytes, or the word `max`.
    ///   - machine: the machine's memory in bytes.
    static func bytes(of limitFile: String, machine: UInt64) -> Int {
        let text = try? String(contentsOfFile: limitFile, encoding: .utf8)
        let limit = text.flatMap { UInt64($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? .max
        return Int(clamping: min(limit, machine))
    }

    /// The database's page cache: a 128th of the memory, so that a large machine keeps a large index in memory while a small
    /// one has room for everything else. 16 to 256 MiB.
    static func pageCacheBytes(of memory: Int = bytes) -> Int { min(max(memory / 128, 16 << 20), 256 << 20) }
}

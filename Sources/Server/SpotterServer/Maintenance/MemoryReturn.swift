import CMalloc
import Foundation
import Glibc
import Logging
import ServiceLifecycle

/// Gives memory back to the system after a burst. The allocator keeps what was freed between blocks that are still in
/// use, so one bad minute would otherwise be paid for until the next start.
struct MemoryReturn: Service {
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var policy = MemoryReturnPolicy()
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(10))
                guard let before = Self.residentBytes(), policy.isDue(before) else { continue }
                malloc_trim(0)
                guard let after = Self.residentBytes() else { continue }
                policy.returned(before: before, after: after)
                logger.debug("memory returned: \(before >> 20) MB before, \(after >> 20) MB after")
            }
        }
    }

    /// Lets each of the allocator's arenas keep a few megabytes between two bursts. By default it returns all above 128 KB at
    /// once, and the next group of messages pays for the same pages again.
    static func configureAllocator() {
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
        mallopt(M_TOP_PAD, 1 << 20)
        mallopt(M_MMAP_THRESHOLD, 1 << 20)
    }

    /// The process's resident memory.
    static func residentBytes() -> Int? {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        guard let fields, fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}

/// When it is worth asking the allocator: memory has grown much, or has been much more than a quiet server's for a
/// minute. Asking holds up every allocation for some milliseconds.
struct MemoryReturnPolicy {
    /// A third of what a quiet server with few users holds, so that it's never twice that for long.
    private static let growth = 16 << 20
    /// Looks, ten seconds apart, between two returns that aren't due to growth: a minute, and up to a quarter of an hour
    /// while little can be returned.
    private static let patience = (least: 6, most: 90)

    /// After the last return.
    private var last = 0
    /// What a quiet server holds: the least after any return.
    private var quiet = Int.max
    private var patience = Self.patience.least
    private var looks = 0

    mutating func isDue(_ resident: Int) -> Bool {
        looks += 1
        guard last > 0 else { return true }
        return resident > last + Self.growth || looks >= patience && resident > quiet + Self.growth
    }

    mutating func returned(before: Int, after: Int) {
        last = after
        quiet = min(quiet, after)
        patience =
            before - after < Self.growth / 4 ? min(patience * 2, Self.patience.most) : Self.patience.least
        looks = 0
    }
}

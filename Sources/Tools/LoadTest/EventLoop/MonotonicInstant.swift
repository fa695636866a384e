import Glibc

/// Clocks that are cheap enough to be read once per message.
enum MonotonicInstant {
    /// Microseconds of a monotonic clock, the same for all threads.
    static var now: Int64 { read(CLOCK_MONOTONIC) }
    /// Microseconds of CPU time of the calling thread.
    static var threadTime: Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}

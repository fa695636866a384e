import Glibc

/// Readings of the machine's clocks; cheap enough to take one per message.
enum Moment {
    /// Microseconds of a clock that never goes back, the same for all threads.
    static var now: Int64 { read(CLOCK_MONOTONIC) }
    /// Microseconds of processor time of the calling thread.
    static var threadTime: Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}

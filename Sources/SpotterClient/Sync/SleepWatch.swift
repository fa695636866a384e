import Domain

/// Notices from the wall clock that the machine has slept.
struct SleepWatch {
    static let interval = Duration.seconds(5)
    /// More than this beyond the interval isn't a busy machine any more.
    static let toleranceMs: Int64 = 10_000

    private var last: Timestamp

    init(now: Timestamp) { last = now }

    /// To be asked once an interval. A clock that was set back isn't sleep.
    mutating func hasSlept(until now: Timestamp) -> Bool {
        defer { last = now }
        return now.milliseconds(since: last) > 5000 + Self.toleranceMs
    }
}

import Domain

/// Detects from the wall clock that the machine has slept.
struct WakeDetector {
    static let interval = Duration.seconds(5)
    /// A longer delay isn't explained by a busy machine.
    static let toleranceMs: Int64 = 10_000

    private var last: Timestamp

    init(now: Timestamp) { last = now }

    /// Call this once per interval. A clock that was set back isn't taken for sleep.
    mutating func hasSlept(until now: Timestamp) -> Bool {
        defer { last = now }
        return now.milliseconds(since: last) > 5000 + Self.toleranceMs
    }
}

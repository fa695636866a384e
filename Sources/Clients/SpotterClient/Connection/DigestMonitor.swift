/// Compares the server's digest in each heartbeat with the client's. A different digest may only be older than an event
/// that overtook it, so it is requested again at once. If it stays different, something was missed.
struct DigestMonitor {
    enum Verdict: Equatable {
        case agrees
        /// Ping again.
        case pingAgain
        /// Resume on a new connection.
        case resume
        /// Resuming didn't help, so the state must be fetched again.
        case refetch
    }

    private static let maxDifferences = 3
    private var differences = 0
    private var hasResumed = false
    private var hasRequestedRefetch = false

    mutating func compare(_ theirs: String?, with ours: @autoclosure () -> String) -> Verdict {
        guard let theirs, theirs != ours() else {
            self = DigestMonitor()
            return .agrees
        }
        guard !hasRequestedRefetch else { return .agrees }
        differences += 1
        if differences < Self.maxDifferences { return .pingAgain }
        differences = 0
        if hasResumed {
            hasRequestedRefetch = true
            return .refetch
        }
        hasResumed = true
        return .resume
    }
}

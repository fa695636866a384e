/// Compares the digest in each heartbeat with our own. One that differs may only be older than an event that overtook it,
/// so it's asked for again at once; one that keeps differing means that something was missed.
struct DivergenceWatch {
    enum Verdict: Equatable {
        case agrees
        /// Ping again.
        case askAgain
        /// Resume on a new connection.
        case resume
        /// A resume didn't help: the state has to be fetched anew.
        case giveUp
    }

    private static let patience = 3
    private var differences = 0
    private var hasResumed = false
    private var hasGivenUp = false

    mutating func compare(_ theirs: String?, with ours: @autoclosure () -> String) -> Verdict {
        guard let theirs, theirs != ours() else {
            self = DivergenceWatch()
            return .agrees
        }
        guard !hasGivenUp else { return .agrees }
        differences += 1
        if differences < Self.patience { return .askAgain }
        differences = 0
        if hasResumed {
            hasGivenUp = true
            return .giveUp
        }
        hasResumed = true
        return .resume
    }
}

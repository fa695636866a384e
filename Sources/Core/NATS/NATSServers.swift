import NIOCore

/// Which server of a list is tried next, and after what pause. A pure state machine.
///
/// All servers are tried one after another at once, then there is a pause, which grows with each round. Pauses differ from
/// process to process, so that not all come back at the same moment.
struct NATSServers {
    static let firstPause = TimeAmount.milliseconds(100)
    static let maxPause = TimeAmount.seconds(5)

    let count: Int
    private(set) var current = 0
    private var failures = 0

    init(count: Int) { self.count = max(count, 1) }

    mutating func connected() { failures = 0 }

    /// The connection was lost, or didn't come about.
    /// - Returns: how long to wait for the next attempt.
    mutating func lost(using random: inout some RandomNumberGenerator) -> TimeAmount {
        current = (current + 1) % count
        let (round, step) = failures.quotientAndRemainder(dividingBy: count)
        failures &+= 1
        guard step == 0 else { return .zero }
        let longest = min(Self.firstPause.nanoseconds << Int64(min(round, 16)), Self.maxPause.nanoseconds)
        return .nanoseconds(Int64.random(in: longest / 2...longest, using: &random))
    }
}

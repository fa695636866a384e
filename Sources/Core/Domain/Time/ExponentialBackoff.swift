/// How long to wait before an attempt is repeated: a delay that doubles up to a limit, with jitter, so that clients
/// which failed together don't return together (M. Brooker, "Exponential Backoff And Jitter", 2015).
///
/// ```swift
/// let backoff = ExponentialBackoff(firstDelay: .seconds(1), maxDelay: .seconds(60))
/// let delay = backoff.delay(beforeRetry: 3, random: .random(in: 0..<1))  // 4 to 8 seconds
/// ```
public struct ExponentialBackoff: Sendable, Hashable {
    public enum Jitter: Sendable, Hashable {
        /// From half of the delay to all of it.
        case half
        /// From nothing to all of the delay: spreads a thousand clients of a restarted server best.
        case full
    }

    public var firstDelay: Duration
    public var maxDelay: Duration
    public var jitter: Jitter

    public init(firstDelay: Duration, maxDelay: Duration, jitter: Jitter = .half) {
        self.firstDelay = firstDelay
        self.maxDelay = maxDelay
        self.jitter = jitter
    }

    /// - Parameters:
    ///   - retry: counts from 0. Any number is allowed; the delay never exceeds `maxDelay`.
    ///   - random: uniform in 0..<1; other values are clamped.
    public func delay(beforeRetry retry: Int, random: Double) -> Duration {
        var delay = firstDelay
        for _ in 0..<min(max(retry, 0), 30) where delay < maxDelay { delay *= 2 }
        let random = min(max(random, 0), 1)
        return min(delay, maxDelay) * (jitter == .full ? random : 0.5 + 0.5 * random)
    }
}

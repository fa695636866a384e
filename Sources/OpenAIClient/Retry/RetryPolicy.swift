/// When a request that failed before its answer began is sent again, and after how long.
///
/// The n-th wait (from 0) is `firstDelay · 2ⁿ`, at most `maxDelay`, times a random factor in ½…1, so that clients that
/// failed together don't return together.
public struct RetryPolicy: Sendable {
    /// How many times a request is sent again.
    public var retries: Int
    public var firstDelay: Duration
    public var maxDelay: Duration
    /// A server that wants a longer pause than this isn't waited for: the caller is told how long it would take.
    public var maxRetryAfter: Duration
    /// Uniform in 0..<1.
    public var random: @Sendable () -> Double
    public var sleep: @Sendable (Duration) async throws -> Void

    public init(
        retries: Int = 2,
        firstDelay: Duration = .milliseconds(500),
        maxDelay: Duration = .seconds(8),
        maxRetryAfter: Duration = .seconds(20),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.retries = retries
        self.firstDelay = firstDelay
        self.maxDelay = maxDelay
        self.maxRetryAfter = maxRetryAfter
        self.random = random
        self.sleep = sleep
    }

    public static let never = RetryPolicy(retries: 0)

    /// The wait before retry number `retry` (from 0), or `nil` to give up. `retryAfter` is the server's own wish.
    func delay(beforeRetry retry: Int, retryAfter: Duration?) -> Duration? {
        guard retry < retries else { return nil }
        if let retryAfter { return retryAfter <= maxRetryAfter ? max(retryAfter, .zero) : nil }
        var delay = firstDelay
        for _ in 0..<min(retry, 30) where delay < maxDelay { delay *= 2 }
        return min(delay, maxDelay) * (0.5 + 0.5 * min(max(random(), 0), 1))
    }
}

public import Domain

/// Whether a request that failed before its response began is sent again, and after how long.
public struct RetryPolicy: Sendable {
    /// How many times a request is sent again.
    public var retries: Int
    public var backoff: ExponentialBackoff
    /// If the server asks for a longer pause than this, the request fails at once with an error that says how long.
    public var maxRetryAfter: Duration
    /// Uniform in 0..<1.
    public var random: @Sendable () -> Double
    public var sleep: @Sendable (Duration) async throws -> Void

    public init(
        retries: Int = 2,
        backoff: ExponentialBackoff = ExponentialBackoff(firstDelay: .milliseconds(500), maxDelay: .seconds(8)),
        maxRetryAfter: Duration = .seconds(20),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.retries = retries
        self.backoff = backoff
        self.maxRetryAfter = maxRetryAfter
        self.random = random
        self.sleep = sleep
    }

    public static let never = RetryPolicy(retries: 0)

    /// The delay before retry number `retry` (from 0), or `nil` to give up.
    ///
    /// - Parameter retryAfter: the pause that the server asked for, which replaces the backoff.
    public func delay(beforeRetry retry: Int, retryAfter: Duration?) -> Duration? {
        guard retry < retries else { return nil }
        if let retryAfter { return retryAfter <= maxRetryAfter ? max(retryAfter, .zero) : nil }
        return backoff.delay(beforeRetry: retry, random: random())
    }
}

import Domain

/// Delays between attempts to connect: exponential with full jitter, so that the clients of a restarted server don't
/// all return at once (M. Brooker, "Exponential Backoff And Jitter", 2015).
struct Backoff {
    private static let delays = ExponentialBackoff(
        firstDelay: .milliseconds(200),
        maxDelay: .seconds(30),
        jitter: .full
    )

    private var attempts = 0

    /// - Parameter random: uniform in 0..<1.
    mutating func next(random: Double) -> Duration {
        defer { attempts += 1 }
        return Self.delays.delay(beforeRetry: attempts, random: random)
    }

    /// Call this when the connection has proved to work.
    mutating func reset() { attempts = 0 }
}

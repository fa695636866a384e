import Domain

/// Delays between attempts to connect: doubling, with full jitter, since the last success.
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

    /// The connection has proved good.
    mutating func reset() { attempts = 0 }
}

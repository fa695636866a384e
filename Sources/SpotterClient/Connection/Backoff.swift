/// Delays between attempts to connect: exponential with full jitter, so that the clients of a restarted server don't
/// all return at once (M. Brooker, "Exponential Backoff And Jitter", 2015).
struct Backoff {
    static let base = Duration.milliseconds(200)
    static let limit = Duration.seconds(30)

    private var attempts = 0

    /// - Parameter random: uniform in 0..<1.
    mutating func next(random: Double) -> Duration {
        let ceiling = min(Self.limit, Self.base * (1 << min(attempts, 10)))
        attempts += 1
        return ceiling * min(max(random, 0), 1)
    }

    /// Called when the connection has proved to work.
    mutating func reset() { attempts = 0 }
}

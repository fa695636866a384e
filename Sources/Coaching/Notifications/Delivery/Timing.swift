package import Domain

/// Clock, sleep and randomness, replaceable by tests.
package struct Timing: Sendable {
    package var clock: any WallClock
    package var sleep: @Sendable (Duration) async throws -> Void
    /// 0 to 1.
    package var jitter: @Sendable () -> Double

    package init(
        clock: any WallClock,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.clock = clock
        self.sleep = sleep
        self.jitter = jitter
    }
}

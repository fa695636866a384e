/// Lets work in the background stand back while messages are being sent, for a bounded time before each batch, so that
/// it is never stopped altogether.
package struct WriterPause: Sendable {
    static let step = Duration.milliseconds(10)
    /// The longest pause is half a second.
    package static let maxSteps = 50

    let clock: any Clock<Duration>

    package init(clock: any Clock<Duration>) { self.clock = clock }

    /// Returns when `isBusy` says no, or after the longest pause.
    /// - Throws: `CancellationError`.
    package func whileBusy(_ isBusy: () -> Bool) async throws {
        for _ in 0..<Self.maxSteps {
            try Task.checkCancellation()
            guard isBusy() else { return }
            try await clock.sleep(for: Self.step)
        }
    }
}

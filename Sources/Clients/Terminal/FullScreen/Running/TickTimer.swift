import Domain

/// A single timer for whatever is due next.
struct TickTimer {
    private let clock: any Clock<Duration>
    private let tick: @Sendable () -> Void
    private var armed: (at: Timestamp, task: Task<Void, Never>)?

    /// - Parameter tick: called when something is due, on any thread.
    init(clock: any Clock<Duration> = ContinuousClock(), tick: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.tick = tick
    }

    /// Keeps a timer that rings earlier: whoever handles its tick sets the next one.
    mutating func set(for due: Timestamp, now: Timestamp) {
        if let armed, armed.at > now, armed.at <= due { return }
        cancel()
        let (clock, tick, wait) = (clock, tick, Duration.milliseconds(due.milliseconds(since: now)))
        let task = Task {
            guard (try? await clock.sleep(for: wait)) != nil else { return }
            tick()
        }
        armed = (due, task)
    }

    func cancel() { armed?.task.cancel() }
}

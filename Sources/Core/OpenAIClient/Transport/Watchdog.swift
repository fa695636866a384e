import Synchronization

/// Ends a request that takes too long: before the first event, between two events, or altogether.
///
/// The request runs in a child task, which is cancelled when a limit passes. `expired` then says which one it was.
public final class Watchdog: Sendable {
    public enum Limit: Sendable {
        case firstByte
        case idle
        case total
    }

    private struct State {
        var limit: Limit?
        var deadline: Duration?
        var expired: Limit?
    }

    private let timeouts: ModelTimeouts
    /// Time since the start, which all deadlines are relative to.
    private let elapsed: @Sendable () -> Duration
    private let sleepUntil: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())

    public init(_ timeouts: ModelTimeouts, clock: some Clock<Duration>) {
        let start = clock.now
        self.timeouts = timeouts
        elapsed = { start.duration(to: clock.now) }
        sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    public var expired: Limit? { state.withLock { $0.expired } }

    /// Counts from the start: no number of attempts takes longer than one may.
    public func expectFirstByte() { arm(.firstByte, at: timeouts.firstByte) }
    public func expectNextByte() { arm(.idle, at: elapsed() + timeouts.idle) }
    /// The answer is complete; only the response's end is missing.
    public func expectEnd() { arm(.idle, at: elapsed() + min(timeouts.idle, timeouts.ending)) }
    /// Whether an attempt after such a pause could still be answered in time.
    public func allows(pauseOf pause: Duration) -> Bool {
        elapsed() + pause < min(timeouts.firstByte, timeouts.total)
    }
    /// Only the total limit counts, until the next call of an `expect` method.
    public func pause() { arm(nil, at: nil) }

    /// Runs `body` to its end. When a limit passes, `body` is cancelled and its own result counts.
    public func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                await self.waitForExpiry()
                return nil
            }
            // The first task to end cancels the other.
            while let value = try await group.next() {
                group.cancelAll()
                if let value { return value }
            }
            throw CancellationError()
        }
    }

    private func arm(_ limit: Limit?, at deadline: Duration?) {
        state.withLock {
            $0.limit = limit
            $0.deadline = deadline
        }
    }

    private func waitForExpiry() async {
        // No deadline can be nearer than this, so sleeping for so long misses none.
        let tick = min(timeouts.firstByte, timeouts.idle, timeouts.ending)
        while !Task.isCancelled {
            let now = elapsed()
            let wake: Duration? = state.withLock { state in
                let deadline = min(state.deadline ?? timeouts.total, timeouts.total)
                guard now >= deadline else { return min(deadline, now + tick) }
                state.expired = now >= timeouts.total ? .total : state.limit
                return nil
            }
            guard let wake else { return }
            try? await sleepUntil(wake)
        }
    }
}

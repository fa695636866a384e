import Synchronization

/// Ends an exchange that takes too long: too long before the first byte, between two bytes, or altogether.
///
/// The exchange runs in a child task that's cancelled when a limit passes; `expired` then says which one it was.
final class Watchdog: Sendable {
    enum Limit: Sendable {
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
    /// Time since the start; all deadlines are counted from there.
    private let elapsed: @Sendable () -> Duration
    private let sleepUntil: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())

    init(_ timeouts: ModelTimeouts, clock: some Clock<Duration>) {
        let start = clock.now
        self.timeouts = timeouts
        elapsed = { start.duration(to: clock.now) }
        sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    var expired: Limit? { state.withLock { $0.expired } }

    func expectFirstByte() { arm(.firstByte, timeouts.firstByte) }
    func expectNextByte() { arm(.idle, timeouts.idle) }
    /// Only the total limit counts, until the next call of an `expect` method.
    func pause() { arm(nil, nil) }

    /// Runs `body` to its end. When a limit passes, `body` is cancelled and its own result counts.
    func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            group.addTask { await self.waitForExpiry() }
            // Whichever ends first ends the other.
            try await group.next()
            group.cancelAll()
            try await group.next()
        }
    }

    private func arm(_ limit: Limit?, _ duration: Duration?) {
        let deadline = duration.map { elapsed() + $0 }
        state.withLock {
            $0.limit = limit
            $0.deadline = deadline
        }
    }

    private func waitForExpiry() async {
        // No deadline can be set that's nearer than this, so none is missed by sleeping for it.
        let tick = min(timeouts.firstByte, timeouts.idle)
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

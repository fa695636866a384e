import Synchronization

/// A clock that moves only when it's told to, and tells when somebody sleeps.
final class TestClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let waiter: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var nextID = 0
        var cancelled: Set<Int> = []
        var watchers: [CheckedContinuation<Duration, Never>] = []
        /// Sleeps that nobody has watched yet.
        var unwatched: [Duration] = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                enum Outcome { case sleeps(CheckedContinuation<Duration, Never>?), due, cancelled }
                let (outcome, length) = state.withLock { state -> (Outcome, Duration) in
                    let length = state.now.duration(to: deadline)
                    if state.cancelled.contains(id) { return (.cancelled, length) }
                    if deadline <= state.now { return (.due, length) }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, waiter: waiter))
                    let watcher = state.watchers.isEmpty ? nil : state.watchers.removeFirst()
                    if watcher == nil { state.unwatched.append(length) }
                    return (.sleeps(watcher), length)
                }
                switch outcome {
                case .sleeps(let watcher): watcher?.resume(returning: length)
                case .due: waiter.resume()
                case .cancelled: waiter.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                state.cancelled.insert(id)
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
                return state.sleepers.remove(at: index)
            }
            sleeper?.waiter.resume(throwing: CancellationError())
        }
    }

    /// Waits until somebody sleeps; returns for how long.
    func nextSleep() async -> Duration {
        await withCheckedContinuation { watcher in
            let length = state.withLock { state -> Duration? in
                guard state.unwatched.isEmpty else { return state.unwatched.removeFirst() }
                state.watchers.append(watcher)
                return nil
            }
            if let length { watcher.resume(returning: length) }
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.deadline <= state.now }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due
        }
        for sleeper in due { sleeper.waiter.resume() }
    }
}

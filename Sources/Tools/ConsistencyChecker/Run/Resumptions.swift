import Synchronization

/// How soon devices that may use any server go on after their connection has ended.
///
/// Times count from when a device tries to, or from when there was a server again that no fault had taken away.
final class Resumptions: Sendable {
    private struct State {
        /// The faults that last.
        var faults: [FaultPlan.Kind] = []
        var availableSince: ContinuousClock.Instant
        var times: [Check.Recovery] = []
    }

    private let servers: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    init(servers: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        (self.servers, self.now) = (servers, now)
        state = Mutex(State(availableSince: now()))
    }

    /// A device's attempt, which a fault that befalls later may prolong.
    struct Attempt: Sendable {
        fileprivate let begin: ContinuousClock.Instant
        fileprivate let faults: Int
    }

    var times: [Check.Recovery] { state.withLock { $0.times } }

    func begin() -> Attempt { Attempt(begin: now(), faults: state.withLock { $0.faults.count }) }

    func note(_ device: String, _ attempt: Attempt) {
        state.withLock { state in
            // Whoever is let in while all are taken away was lucky.
            guard isAvailable(state) else { return }
            let time = now() - max(attempt.begin, state.availableSince)
            let atOnce = max(1, attempt.faults, state.faults.count)
            let what = "\(device) resumed at another server"
            state.times.append(.init(what: what, atOnce: atOnce, isDone: true, time: time))
        }
    }

    func struck(by kind: FaultPlan.Kind) { state.withLock { $0.faults.append(kind) } }

    func mended(_ kind: FaultPlan.Kind) {
        state.withLock { state in
            let wasAvailable = isAvailable(state)
            if let index = state.faults.firstIndex(of: kind) { state.faults.remove(at: index) }
            if !wasAvailable, isAvailable(state) { state.availableSince = now() }
        }
    }

    /// Whether there is a server that no fault has taken away.
    private func isAvailable(_ state: State) -> Bool {
        let isLost = state.faults.contains { if case .failover = $0 { true } else { false } }
        return !isLost && Set(state.faults.compactMap(\.affected)).count < servers
    }
}

import Synchronization

/// Counts the steps of all clients, and holds clients back while a fault lasts.
///
/// Faults take seconds and steps milliseconds: without it most faults would befall servers that nobody uses any more.
final class StepGate: Sendable {
    private struct State {
        var done = 0
        var limit: Int
        var isFinished = false
        var held: [(step: Int, go: CheckedContinuation<Void, Never>)] = []
        var awaited: (step: Int, go: CheckedContinuation<Void, Never>)?

        /// Those who needn't wait any more.
        mutating func release() -> [CheckedContinuation<Void, Never>] {
            var released = held.filter { $0.step < limit }.map(\.go)
            held.removeAll { $0.step < limit }
            if let awaited, isFinished || done >= awaited.step {
                released.append(awaited.go)
                self.awaited = nil
            }
            return released
        }
    }

    private let state: Mutex<State>

    /// - Parameter limit: whoever does this step or a later one waits until the gate is opened further.
    init(limit: Int) { state = Mutex(State(limit: limit)) }

    /// A step was done. Returns when its client may go on.
    func pass() async {
        await withCheckedContinuation { go in
            change { state in
                state.done += 1
                state.held.append((state.done, go))
            }
        }
    }

    /// Returns when as many steps were done, or no more will be.
    func reach(_ step: Int) async {
        await withCheckedContinuation { go in change { $0.awaited = (step, go) } }
    }

    func open(to limit: Int) { change { $0.limit = limit } }

    /// No more steps will be done.
    func finish() { change { $0.isFinished = true } }

    private func change(_ body: (inout State) -> Void) {
        let released = state.withLock { state in
            body(&state)
            return state.release()
        }
        for go in released { go.resume() }
    }
}

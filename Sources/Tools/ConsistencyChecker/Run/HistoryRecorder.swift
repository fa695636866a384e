import Domain
import Synchronization

/// Records what the clients of one seed send and receive, in one order.
final class HistoryRecorder: Sendable {
    private struct State {
        var history: History
        var tick = 0
    }

    private let state: Mutex<State>

    init(seed: UInt64) { state = Mutex(State(history: History(seed: seed))) }

    var history: History { state.withLock { $0.history } }

    /// The next tick.
    func tick() -> Int {
        state.withLock { state in
            state.tick += 1
            return state.tick
        }
    }

    /// Records something at the next tick.
    @discardableResult
    func note<Value>(_ body: (inout History, _ tick: Int) -> Value) -> Value {
        state.withLock { state in
            state.tick += 1
            return body(&state.history, state.tick)
        }
    }
}

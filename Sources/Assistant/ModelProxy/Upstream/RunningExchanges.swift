import Synchronization

/// The exchanges with providers that go on. An exchange outlives the request that it is for: it ends the provider's work
/// and charges what was used after its client has gone away. A server that stops waits for that here.
final class RunningExchanges: Sendable {
    private struct State: Sendable {
        var running: [Int: (cancellation: ExchangeCancellation, task: Task<Void, Never>)] = [:]
        var next = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Begins `exchange`, which `cancellation` ends early; at once if the server stops.
    func begin(_ cancellation: ExchangeCancellation, _ exchange: @escaping @Sendable () async -> Void) {
        if state.withLock({ $0.isClosed }) { cancellation.cancel() }
        let task = state.withLock { state in
            let number = state.next
            state.next += 1
            let task = Task {
                await exchange()
                self.state.withLock { $0.running[number] = nil }
            }
            state.running[number] = (cancellation, task)
            return task
        }
        cancellation.attach(task)
    }

    /// Ends all exchanges, and returns when what they used is in the ledger.
    func shutdown() async {
        while true {
            let running = state.withLock { state in
                state.isClosed = true
                return Array(state.running.values)
            }
            if running.isEmpty { return }
            for exchange in running { exchange.cancellation.cancel() }
            for exchange in running { await exchange.task.value }
        }
    }
}

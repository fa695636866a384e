import Storage
import Synchronization

/// A database whose writes a test can hold back. Reads pass.
final class HeldWrites: Database {
    private struct State: Sendable {
        var isHolding = false
        var held: [any WriteJob] = []
    }

    private let base: any Database
    private let state = Mutex(State())
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init(_ base: any Database) {
        self.base = base
        (arrivals, arrival) = AsyncStream.makeStream()
    }

    /// From now on writes wait.
    func hold() { state.withLock { $0.isHolding = true } }

    /// Returns when a write waits; each call waits for one more.
    func arrived() async {
        for await _ in arrivals { return }
    }

    /// Lets the writes that wait go on, and all others.
    func release() {
        let held = state.withLock { state in
            defer { state = State() }
            return state.held
        }
        for job in held { base.enqueue(job) }
    }

    func enqueue(_ job: any WriteJob) {
        let isHeld = state.withLock { state in
            if state.isHolding { state.held.append(job) }
            return state.isHolding
        }
        if isHeld { arrival.yield() } else { base.enqueue(job) }
    }

    func enqueueRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        base.enqueueRead(body, completion: completion)
    }

    func add(_ work: any DeferredWork) { base.add(work) }
    func setObserver(_ observer: any GroupCommitObserver) { base.setObserver(observer) }
    func close() async throws { try await base.close() }
}

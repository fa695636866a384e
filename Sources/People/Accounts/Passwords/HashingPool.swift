import Dispatch
import Domain
import Synchronization

/// A bounded pool of threads for hashing. Log-ins have a lane of their own beside new passwords, each lane gives every
/// caller its turn, and a caller whose line is long makes room for others.
final class HashingPool: Sendable {
    enum Lane: Sendable, CaseIterable {
        /// A password that is compared with a stored one.
        case check
        /// A password that will be stored: registrations, imports and changes.
        case new
    }

    private struct Job: Sendable {
        let run: @Sendable () -> Void
        let refuse: @Sendable () -> Void
    }

    private struct State: Sendable {
        var checks = FairQueue<PasswordCaller?, Job>()
        var new = FairQueue<PasswordCaller?, Job>()
        /// The threads that have nothing to do.
        var idle: [Int]
        var prefersChecks = false

        /// The lanes take turns, too.
        mutating func next() -> Job? {
            prefersChecks.toggle()
            return (prefersChecks ? checks.next() ?? new.next() : new.next() ?? checks.next())?.job
        }

        subscript(lane: Lane) -> FairQueue<PasswordCaller?, Job> {
            get { lane == .check ? checks : new }
            set { if lane == .check { checks = newValue } else { new = newValue } }
        }
    }

    private enum Refusal: Error { case full, tooManyOfCaller }

    /// Each queue has a thread outside Swift's task pool. A concurrent queue would share that pool's threads.
    private let threads: [DispatchQueue]
    private let state: Mutex<State>
    /// In each lane.
    private let maxWaiting: Int

    init(threads: Int, maxWaiting: Int) {
        self.threads = (0..<max(1, threads)).map { DispatchQueue(label: "spotter.passwords.\($0)") }
        self.maxWaiting = maxWaiting
        state = Mutex(State(idle: Array(self.threads.indices)))
    }

    /// - Throws: `rate_limited` if the caller has too many waiting; `unavailable` if too many wait in all; errors of
    ///   `body`.
    func run<Value: Sendable>(
        _ lane: Lane,
        of caller: PasswordCaller?,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                run: { continuation.resume(with: Result { try body() }) },
                refuse: { continuation.resume(throwing: Self.full) }
            )
            do throws(Refusal) {
                try add(job, lane, caller)
            } catch {
                continuation.resume(throwing: error == .full ? Self.full : Self.tooManyOfCaller)
            }
        }
    }

    private func add(_ job: Job, _ lane: Lane, _ caller: PasswordCaller?) throws(Refusal) {
        let added = state.withLock { state -> Result<(thread: Int?, displaced: Job?), Refusal> in
            var displaced: Job?
            if let caller, caller.isBounded, state[lane].count(of: caller) >= PasswordCaller.maxWaiting {
                return .failure(.tooManyOfCaller)
            }
            if state[lane].count >= maxWaiting {
                displaced = state[lane].makeRoom(for: caller)
                if displaced == nil { return .failure(.full) }
            }
            state[lane].add(job, of: caller)
            return .success((state.idle.popLast(), displaced))
        }
        let (thread, displaced) = try added.get()
        displaced?.refuse()
        if let thread { threads[thread].async { self.work(on: thread) } }
    }

    private func work(on thread: Int) {
        while let job = state.withLock({ state in
            let job = state.next()
            if job == nil { state.idle.append(thread) }
            return job
        }) { job.run() }
    }

    /// The number of jobs that wait, in both lanes.
    var waiting: Int { state.withLock { $0.checks.count + $0.new.count } }

    private static let full = SpotterError(
        .unavailable,
        "Too many log-ins at the moment; try again in a few seconds.",
        retryable: true,
        retryAfterMs: 3000
    )

    private static let tooManyOfCaller = SpotterError(
        .rateLimited,
        "Too many passwords of your address wait to be checked; wait for their answers.",
        retryable: true,
        retryAfterMs: 2000
    )
}

import Dispatch
import Domain
import Synchronization

/// Runs blocking jobs of users in fair turns, on threads of its own.
final class WorkerQueue: Sendable {
    private typealias Job = @Sendable () -> Void

    private struct State: Sendable {
        var turns: FairTurns<UserID, Job>
        /// The threads that have nothing to do.
        var idle: [Int]

        mutating func next() -> (job: Job, thread: Int)? {
            guard let thread = idle.last, let job = turns.next() else { return nil }
            idle.removeLast()
            return (job, thread)
        }
    }

    private let state: Mutex<State>
    /// Each queue has a thread outside Swift's task pool. A concurrent queue would share that pool's threads, and a
    /// thread that waits for a worker process is lost to tasks.
    private let threads: [DispatchQueue]

    /// What is worked on: `pictures`.
    private let what: String

    init(_ what: String, limits: FairTurns<UserID, @Sendable () -> Void>.Limits = .init()) {
        self.what = what
        threads = (0..<limits.running).map { DispatchQueue(label: "spotter.\(what).\($0)", qos: .utility) }
        state = Mutex(State(turns: FairTurns(limits: limits), idle: Array(threads.indices)))
    }

    /// Waits for this user's turn and runs `body`, which may block.
    /// - Throws: `rate_limited` if this user has too many jobs waiting, `unavailable` if all users together have; both
    ///   can be retried. What `body` throws.
    func run<Value: Sendable>(
        for user: UserID,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do throws(FairTurns<UserID, Job>.Refusal) {
                try state.withLock { state throws(FairTurns<UserID, Job>.Refusal) in
                    try state.turns.enqueue(
                        { [self] in
                            let result = Result { try body() }
                            self.state.withLock { $0.turns.finished(of: user) }
                            continuation.resume(with: result)
                        },
                        of: user
                    )
                }
                startNext()
            } catch {
                continuation.resume(throwing: error.spotterError(what))
            }
        }
    }

    private func startNext() {
        while let (job, thread) = state.withLock({ $0.next() }) {
            threads[thread].async { [self] in
                job()
                state.withLock { $0.idle.append(thread) }
                startNext()
            }
        }
    }

    /// Jobs that wait, of all users.
    var waitingCount: Int { state.withLock { $0.turns.waitingCount } }
}

extension FairTurns.Refusal {
    /// The error that the API reports. The bytes of a resumable upload are kept.
    fileprivate func spotterError(_ what: String) -> SpotterError {
        switch self {
        case .userHasTooMany:
            SpotterError(
                .rateLimited,
                "Several of your \(what) are still being processed; send the next when they are done.",
                retryable: true,
                retryAfterMs: 2000
            )
        case .tooMany:
            SpotterError(
                .unavailable,
                "Too many \(what) at the moment; try again in a few seconds.",
                retryable: true,
                retryAfterMs: 3000
            )
        }
    }
}

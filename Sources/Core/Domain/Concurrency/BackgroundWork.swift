import Foundation
import Synchronization

/// Runs what takes a processor for longer than some milliseconds, beside the pool that answers requests: on so few threads
/// of its own that a core stays free, behind everything else, and with users in turns.
///
/// A turn lasts until the work waits for something. Long work yields now and then, so that others' turns come in between.
/// While it waits for its turn it holds no thread, and it shouldn't hold what others wait for.
///
/// ```swift
/// let summary = await BackgroundWork.shared.run(of: user) { summarize(messages) }
/// ```
package final class BackgroundWork: Sendable {
    /// Of this process: the cores are the same for all that runs in it.
    package static let shared = BackgroundWork()

    private struct Job: Sendable {
        let job: UnownedJob
        let line: Line

        func run() { job.runSynchronously(on: line.asUnownedTaskExecutor()) }
    }

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

    /// It holds locks now and then that others wait for, so it must not stand still for long.
    private static let niceness: Int32 = 5

    private let state: Mutex<State>
    private let threads: [LowPriorityThread]

    /// - Parameter width: the jobs of all users that run at once; one user's are half of them, at least one.
    package init(width: Int = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)) {
        var limits = FairTurns<UserID, Job>.Limits()
        limits.running = width
        limits.runningPerUser = max(1, width / 2)
        threads = (0..<width).map { LowPriorityThread("background-\($0)", niceness: Self.niceness) }
        state = Mutex(State(turns: FairTurns(limits: limits), idle: Array(threads.indices)))
    }

    /// Runs `work` in the turns of `user`, and whatever it calls but for tasks that it begins without waiting for them. How
    /// many wait is bounded by the requests that may be under way.
    package func run<Value: Sendable>(
        of user: UserID,
        _ work: @concurrent () async throws -> Value
    ) async rethrows -> Value {
        try await withTaskExecutorPreference(Line(of: user, in: self)) { try await work() }
    }

    /// The jobs that wait, of all users.
    package var waitingCount: Int { state.withLock { $0.turns.waitingCount } }

    /// The jobs of one user.
    private final class Line: TaskExecutor {
        let user: UserID
        private let work: BackgroundWork

        init(of user: UserID, in work: BackgroundWork) {
            self.user = user
            self.work = work
        }

        func enqueue(_ job: consuming ExecutorJob) { work.add(Job(job: UnownedJob(job), line: self)) }
    }

    private func add(_ job: Job) {
        state.withLock { $0.turns.add(job, of: job.line.user) }
        startNext()
    }

    private func startNext() {
        while let (job, thread) = state.withLock({ $0.next() }) {
            threads[thread].run { [self] in
                job.run()
                state.withLock { state in
                    state.turns.finished(of: job.line.user)
                    state.idle.append(thread)
                }
                startNext()
            }
        }
    }
}

import Domain
import Synchronization

/// A bounded pool of threads for hashing. Log-ins have a lane of their own beside new passwords, each lane gives every
/// caller its turn, and a caller whose line is long makes room for others. An address never has all of the threads, and they
/// leave the processor to whatever else wants it: a hash takes tenths of a second.
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
        /// The jobs that run, of callers that are bounded.
        var running: [PasswordCaller: Int] = [:]
        let maxRunning: Int
        /// The threads that have nothing to do.
        var idle: [Int]
        var prefersChecks = false

        /// The lanes take turns, too.
        mutating func next() -> (user: PasswordCaller?, job: Job)? {
            prefersChecks.toggle()
            let (running, maxRunning) = (running, maxRunning)
            let mayRun = { (caller: PasswordCaller?) in caller.map { running[$0, default: 0] < maxRunning } ?? true }
            let first = prefersChecks ? checks.next(where: mayRun) : new.next(where: mayRun)
            let next = first ?? (prefersChecks ? new.next(where: mayRun) : checks.next(where: mayRun))
            if let caller = next?.user, caller.isBounded { self.running[caller, default: 0] += 1 }
            return next
        }

        mutating func finished(of caller: PasswordCaller?) {
            guard let caller, let count = running[caller] else { return }
            running[caller] = count > 1 ? count - 1 : nil
        }

        subscript(lane: Lane) -> FairQueue<PasswordCaller?, Job> {
            get { lane == .check ? checks : new }
            set { if lane == .check { checks = newValue } else { new = newValue } }
        }
    }

    private enum Refusal: Error { case full, tooManyOfCaller }

    private let threads: [LowPriorityThread]
    private let state: Mutex<State>
    /// In each lane.
    private let maxWaiting: Int

    init(threads: Int, maxWaiting: Int) {
        self.threads = (0..<max(1, threads)).map { LowPriorityThread("passwords-\($0)", niceness: 10) }
        self.maxWaiting = maxWaiting
        state = Mutex(State(maxRunning: max(1, threads / 2), idle: Array(self.threads.indices)))
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
        if let thread { threads[thread].run { self.work(on: thread) } }
    }

    private func work(on thread: Int) {
        while let (caller, job) = state.withLock({ state in
            let next = state.next()
            if next == nil { state.idle.append(thread) }
            return next
        }) {
            job.run()
            state.withLock { $0.finished(of: caller) }
        }
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

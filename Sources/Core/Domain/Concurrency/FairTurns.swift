/// Decides whose job is next: users take turns, so that one user's jobs delay another's by at most one job.
///
/// ```swift
/// var turns = FairTurns<String, Int>(limits: .init())
/// try turns.enqueue(1, of: "Eve")
/// let next = turns.next()  // 1; call `finished(of:)` when it has ended
/// ```
package struct FairTurns<User: Hashable & Sendable, Job: Sendable>: Sendable {
    package struct Limits: Sendable, Hashable {
        package var running = 2
        /// Fewer than `running`, so that one user can't hold all workers.
        package var runningPerUser = 1
        package var waiting = 64
        package var waitingPerUser = 4

        package init() {}
    }

    package enum Refusal: Error, Sendable, Hashable {
        case userHasTooMany
        case tooMany
    }

    private let limits: Limits
    private var queue = FairQueue<User, Job>()
    private var running: [User: Int] = [:]

    package init(limits: Limits) { self.limits = limits }

    package var waitingCount: Int { queue.count }
    package var runningCount: Int { running.values.reduce(0, +) }

    /// - Parameter isBounded: whether the job is refused if the user has many waiting; `false` if the caller bounds
    ///   them.
    package mutating func enqueue(_ job: Job, of user: User, isBounded: Bool = true) throws(Refusal) {
        guard !isBounded || queue.count(of: user) < limits.waitingPerUser else { throw .userHasTooMany }
        guard waitingCount < limits.waiting else { throw .tooMany }
        add(job, of: user)
    }

    /// Adds a job whatever waits already: the caller bounds that.
    package mutating func add(_ job: Job, of user: User) { queue.add(job, of: user) }

    /// The job to start now, if there is one and a worker is free. Whoever had a turn goes to the end.
    package mutating func next() -> Job? {
        guard runningCount < limits.running,
            let next = queue.next(where: { running[$0, default: 0] < limits.runningPerUser })
        else { return nil }
        running[next.user, default: 0] += 1
        return next.job
    }

    /// A job of this user has ended.
    package mutating func finished(of user: User) {
        let left = running[user, default: 0] - 1
        running[user] = left > 0 ? left : nil
    }
}

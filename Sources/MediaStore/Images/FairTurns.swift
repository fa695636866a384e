/// Decides whose job is next: users take turns, so that one user's jobs delay another's by at most one job.
///
/// ```swift
/// var turns = FairTurns<String, Int>(limits: .init())
/// try turns.enqueue(1, of: "Eve")
/// let next = turns.next()  // 1; call `finished(of:)` when it has ended
/// ```
struct FairTurns<User: Hashable & Sendable, Job: Sendable>: Sendable {
    struct Limits: Sendable, Hashable {
        var running = 2
        /// Fewer than `running`, so that one user can't hold all workers.
        var runningPerUser = 1
        var waiting = 64
        var waitingPerUser = 4
    }

    enum Refusal: Error, Sendable, Hashable {
        case userHasTooMany
        case tooMany
    }

    private let limits: Limits
    private var queues: [User: [Job]] = [:]
    /// Every user with waiting jobs, once, in the order of their turns.
    private var order: [User] = []
    private var running: [User: Int] = [:]
    private(set) var waitingCount = 0

    init(limits: Limits) { self.limits = limits }

    var runningCount: Int { running.values.reduce(0, +) }

    mutating func enqueue(_ job: Job, of user: User) throws(Refusal) {
        guard queues[user, default: []].count < limits.waitingPerUser else { throw .userHasTooMany }
        guard waitingCount < limits.waiting else { throw .tooMany }
        if queues[user] == nil { order.append(user) }
        queues[user, default: []].append(job)
        waitingCount += 1
    }

    /// The job to start now, if there is one and a worker is free. Whoever had a turn goes to the end.
    mutating func next() -> Job? {
        guard runningCount < limits.running,
            let place = order.firstIndex(where: { running[$0, default: 0] < limits.runningPerUser })
        else { return nil }
        let user = order.remove(at: place)
        guard var jobs = queues[user], !jobs.isEmpty else { return nil }
        let job = jobs.removeFirst()
        queues[user] = jobs.isEmpty ? nil : jobs
        if !jobs.isEmpty { order.append(user) }
        running[user, default: 0] += 1
        waitingCount -= 1
        return job
    }

    /// A job of this user has ended.
    mutating func finished(of user: User) {
        let left = running[user, default: 0] - 1
        running[user] = left > 0 ? left : nil
    }
}

/// Jobs that wait in one line for each user. The lines take turns, so that a long one delays only itself.
///
/// ```swift
/// var queue = FairQueue<String, Int>()
/// queue.add(1, of: "Eve")
/// let next = queue.next()  // 1, of "Eve"
/// ```
package struct FairQueue<User: Hashable & Sendable, Job: Sendable>: Sendable {
    private var lines: [User: [Job]] = [:]
    /// Every user with jobs, once, in the order of their turns.
    private var order: [User] = []
    package private(set) var count = 0

    package init() {}

    package func count(of user: User) -> Int { lines[user]?.count ?? 0 }

    package mutating func add(_ job: Job, of user: User) {
        if lines[user] == nil { order.append(user) }
        lines[user, default: []].append(job)
        count += 1
    }

    /// Takes the next job. Whoever had a turn goes to the end.
    /// - Parameter isReady: whether this user may have a turn now; who may not keeps their place.
    package mutating func next(where isReady: (User) -> Bool = { _ in true }) -> (user: User, job: Job)? {
        guard let place = order.firstIndex(where: isReady) else { return nil }
        let user = order.remove(at: place)
        // In place: a copy of a long line would cost more with every job that waits.
        guard lines[user]?.isEmpty == false, let job = lines[user]?.removeFirst() else { return nil }
        if lines[user]?.isEmpty == true { lines[user] = nil } else { order.append(user) }
        count -= 1
        return (user, job)
    }

    /// Makes room for a job of `user` by taking the newest of the longest line.
    /// - Returns: the job that was taken; `nil` if `user` has about as many waiting as anybody.
    package mutating func makeRoom(for user: User) -> Job? {
        guard let (longest, line) = lines.max(by: { $0.value.count < $1.value.count }),
            line.count > count(of: user) + 1, let job = lines[longest]?.popLast()
        else { return nil }
        count -= 1
        return job
    }
}

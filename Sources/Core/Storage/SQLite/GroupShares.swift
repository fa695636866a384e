import Domain

/// Chooses the jobs of one group, so that a user's hold up nobody else's for longer than their share takes: whoever comes while
/// a group is written waits for that one.
struct GroupShares {
    /// The most jobs of one user in a group.
    static let maxJobs = 256
    /// The most bytes of one user's texts, but for a single longer one: storing them, and the index of their words, takes
    /// the writer milliseconds.
    static let maxBytes = 64 << 10

    private struct Share {
        var jobs = 0
        var bytes = 0
        /// Whether a job of the user was left: then all later ones are, too.
        var isUsedUp = false

        mutating func take(_ more: Int) -> Bool {
            isUsedUp = isUsedUp || jobs == GroupShares.maxJobs || jobs > 0 && bytes + more > GroupShares.maxBytes
            guard !isUsedUp else { return false }
            (jobs, bytes) = (jobs + 1, bytes + more)
            return true
        }
    }

    private var shares: [UserID: Share] = [:]
    private let maxGroup: Int

    /// - Parameter maxJobs: of the group.
    init(maxJobs: Int) { maxGroup = maxJobs }

    /// Takes the next group out of `jobs`. The server's own jobs have no share. Each user's stay in their order.
    mutating func take(from jobs: inout [any WriteJob]) -> [any WriteJob] {
        var (group, rest) = ([any WriteJob](), [any WriteJob]())
        for job in jobs {
            if group.count < maxGroup, mayTake(job) { group.append(job) } else { rest.append(job) }
        }
        jobs = rest
        return group
    }

    private mutating func mayTake(_ job: any WriteJob) -> Bool {
        guard let owner = job.owner else { return true }
        return shares[owner, default: Share()].take(job.bytes)
    }
}

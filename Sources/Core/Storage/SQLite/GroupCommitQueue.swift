import Synchronization

/// Writes that share a commit.
package struct WriteGroup: Sendable {
    package var jobs: [any WriteJob]
    package var isDeferrable = false
}

/// Collects writes while the writer is busy and hands them over as one group: large groups under load, no delay when
/// idle.
///
/// A user's writes take no more than a share of a group: what is beyond waits for the next one, in its order. Deferrable
/// writes come one by one while no other waits, and otherwise at a bounded rate.
package final class GroupCommitQueue: Sendable {
    private struct State: Sendable {
        var jobs: [any WriteJob] = []
        /// Of all `jobs`.
        var bytes = 0
        var deferrable: [(job: any WriteJob, since: ContinuousClock.Instant)] = []
        var lastDeferrable: ContinuousClock.Instant?
        var isDraining = false
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Bounds how long the first job of a group waits for the last one.
    private let maxGroupSize: Int

    /// The longest that a deferrable write waits for others, and for the one before it.
    static let maxDeferral = Duration.milliseconds(50)

    package init(maxGroupSize: Int) { self.maxGroupSize = maxGroupSize }

    package enum Admission { case accepted, acceptedStartDraining, closed }

    package func add(
        _ job: any WriteJob,
        isDeferrable: Bool = false,
        at now: @autoclosure () -> ContinuousClock.Instant = .now
    ) -> Admission {
        state.withLock { state in
            guard !state.isClosed else { return .closed }
            if isDeferrable {
                state.deferrable.append((job, now()))
            } else {
                state.jobs.append(job)
                state.bytes += job.bytes
            }
            guard !state.isDraining else { return .accepted }
            state.isDraining = true
            return .acceptedStartDraining
        }
    }

    /// The next group, in order but for what is beyond a user's share. An empty group ends the draining.
    package func nextGroup(at now: @autoclosure () -> ContinuousClock.Instant = .now) -> WriteGroup {
        state.withLock { state in
            if let job = Self.nextDeferrable(&state, at: now) { return WriteGroup(jobs: [job], isDeferrable: true) }
            let mayTakeAll =
                state.jobs.isEmpty
                || state.jobs.count <= min(maxGroupSize, GroupShares.maxJobs) && state.bytes <= GroupShares.maxBytes
            guard mayTakeAll else {
                var shares = GroupShares(maxJobs: maxGroupSize)
                let group = shares.take(from: &state.jobs)
                state.bytes -= group.reduce(0) { $0 + $1.bytes }
                return WriteGroup(jobs: group)
            }
            let group = state.jobs
            (state.jobs, state.bytes) = ([], 0)
            state.isDraining = !group.isEmpty
            return WriteGroup(jobs: group)
        }
    }

    private static func nextDeferrable(_ state: inout State, at now: () -> ContinuousClock.Instant) -> (any WriteJob)? {
        guard let first = state.deferrable.first else { return nil }
        let now = now()
        let since = max(first.since, state.lastDeferrable ?? first.since)
        guard state.jobs.isEmpty || since.duration(to: now) >= maxDeferral else { return nil }
        state.lastDeferrable = now
        return state.deferrable.removeFirst().job
    }

    /// Whether no job waits that can't be deferred, and the queue is open.
    package var isIdle: Bool { state.withLock { $0.jobs.isEmpty && !$0.isClosed } }

    /// Whether no job waits, a deferrable one neither, and the queue is open.
    package var isEmpty: Bool { state.withLock { $0.jobs.isEmpty && $0.deferrable.isEmpty && !$0.isClosed } }

    package var isOpen: Bool { state.withLock { !$0.isClosed } }

    package var count: Int { state.withLock { $0.jobs.count + $0.deferrable.count } }

    package func close() { state.withLock { $0.isClosed = true } }
}
